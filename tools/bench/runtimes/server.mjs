// The tunnel behind the Fetch server of Deno or Bun, with all optional features off.
import { createTunnel } from '@adit/tunnel';

const { PORT, DSN, TUNNEL_PATH } = process.env;
const tunnel = createTunnel({ allowedDsns: [DSN], path: TUNNEL_PATH, allowedOrigins: '*' });
const { Bun, Deno } = globalThis;
if (Deno !== undefined)
  Deno.serve({ port: Number(PORT), hostname: '127.0.0.1' }, (request, { remoteAddr }) =>
    tunnel.fetch(request, { clientAddress: remoteAddr.hostname }),
  );
else
  Bun.serve({
    port: Number(PORT),
    hostname: '127.0.0.1',
    fetch: (request, server) => tunnel.fetch(request, { clientAddress: server.requestIP(request)?.address }),
  });
