// The tunnel on node:http with all optional features off: no spool, no throttle, any origin.
import { createServer } from 'node:http';
import { createTunnel } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';

const { PORT, DSN, TUNNEL_PATH } = process.env;
const tunnel = createTunnel({
  allowedDsns: [DSN],
  path: TUNNEL_PATH,
  allowedOrigins: '*',
  transport: createNodeTransport(),
});

createServer(createListener(tunnel)).listen(Number(PORT), '127.0.0.1');
