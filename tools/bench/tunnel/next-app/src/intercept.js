// The tunnel with all features on, like the standalone server.
import { createTunnel } from '@adit/tunnel';
import { createDiskSpool } from '@adit/spool/disk';
import { createMemoryThrottle } from '@adit/spool/memory';
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
