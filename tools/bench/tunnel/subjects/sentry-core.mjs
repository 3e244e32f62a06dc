import { createServer } from 'node:http';
import { handleTunnelRequest } from '@sentry/core';

const { PORT, DSN } = process.env;

createServer((request, response) => {
  void handleTunnelRequest(request, response, { allowedDsns: [DSN] });
}).listen(Number(PORT), '127.0.0.1');
