// The tunnel with everything on, as the standalone server has it.
import { createTunnel } from '@adit/tunnel';
import { createDiskSpool } from '@adit/tunnel/disk';
import { createMemoryThrottle } from '@adit/tunnel/memory';
import { createNodeTransport, interceptHttpServers } from '@adit/tunnel/node';

const { DSN, TUNNEL_PATH, SPOOL_FOLDER } = process.env;

const tunnel = createTunnel({
  allowedDsns: [DSN],
  path: TUNNEL_PATH,
  trustedProxies: ['10.0.0.0/8'],
  transport: createNodeTransport(),
  spool: await createDiskSpool({ directory: SPOOL_FOLDER }),
  // Checked for each request, never reached.
  throttle: createMemoryThrottle({ requests: 1_000_000, perMs: 1_000 }),
});
interceptHttpServers(tunnel);
