import { createTunnel } from '@adit/tunnel';
import { createDiskSpool } from '@adit/spool/disk';

const tunnel = createTunnel({
  allowedDsns: [process.env.SENTRY_DSN!],
  ingestOrigin: process.env.ADIT_INGEST_ORIGIN, // unset but in tests: ingest of the DSN
  spool: await createDiskSpool({ directory: process.env.ADIT_SPOOL ?? 'spool' }),
});
Bun.serve({
  port: Number(process.env.PORT ?? 8787),
  fetch: (request, server) => tunnel.fetch(request, { clientAddress: server.requestIP(request)?.address }),
});
