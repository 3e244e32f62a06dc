// The cost of node:http alone for the same exchange: it reads the body and answers 429 with the same headers.
import { createServer } from 'node:http';
import { LIMITED_AGENT } from '../nginx.mjs';

const { PORT } = process.env;
const BODY = Buffer.from(
  JSON.stringify({ detail: 'Sentry dropped data due to a quota or internal rate limit being reached.' }),
);
let status = 200;

createServer((request, response) => {
  if (request.headers['user-agent'] === LIMITED_AGENT) status = 429;
  request.resume();
  request.on('end', () => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-sentry-rate-limits': '3600::organization:quota',
      'retry-after': '3600',
      'content-length': BODY.byteLength,
    });
    response.end(BODY);
  });
}).listen(Number(PORT), '127.0.0.1');
