// The control for a forwarded envelope: node:http receives it, undici pipes it to ingest, the answer is piped back.
// Nothing is checked, stored or counted. undici has the version that the tunnel uses.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

// The peers in this folder may include another version.
const { Pool } = createRequire(new URL('../../../../libs/tunnel/package.json', import.meta.url))('undici');

const { PORT, INGEST_URL } = process.env;
const { origin, pathname } = new URL(INGEST_URL);
const pool = new Pool(origin);

createServer((request, response) => {
  const { 'content-type': type, 'content-length': length, 'user-agent': agent } = request.headers;
  const headers = { 'content-type': type, 'content-length': length, 'user-agent': agent };
  pool
    .stream({ path: pathname, method: 'POST', headers, body: request }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      return response;
    })
    .catch(() => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
}).listen(Number(PORT), '127.0.0.1');
