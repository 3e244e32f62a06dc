import { createServer, Agent } from 'node:http';
import httpProxy from 'http-proxy';

const { PORT, INGEST_URL } = process.env;
// By default, http-proxy opens a connection for each request.
const proxy = httpProxy.createProxyServer({
  target: INGEST_URL,
  ignorePath: true,
  agent: new Agent({ keepAlive: true }),
});
proxy.on('error', (error, request, response) => {
  if (!response.headersSent) response.writeHead(502);
  response.end();
});

createServer((request, response) => proxy.web(request, response)).listen(Number(PORT), '127.0.0.1');
