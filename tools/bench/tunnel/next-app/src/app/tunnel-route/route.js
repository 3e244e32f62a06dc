import { createTunnel } from '@adit/tunnel';
import { createRouteHandlers } from '@adit/tunnel/next';
import { createNodeTransport } from '@adit/tunnel/node';

const createHandlers = () =>
  createRouteHandlers(
    createTunnel({
      allowedDsns: [process.env.DSN],
      path: process.env.TUNNEL_PATH,
      transport: createNodeTransport(),
    }),
  );

// A build loads the route without its run-time environment.
let handlers;

export function POST(request) {
  handlers ??= createHandlers();
  return handlers.POST(request);
}
