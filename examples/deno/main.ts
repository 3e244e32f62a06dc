import { createTunnel } from '@adit/tunnel';
import { createMemoryThrottle } from '@adit/spool/memory';

const tunnel = createTunnel({
  allowedDsns: [Deno.env.get('SENTRY_DSN')!],
  ingestOrigin: Deno.env.get('ADIT_INGEST_ORIGIN'), // unset but in tests: ingest of the DSN
  throttle: createMemoryThrottle({ requests: 100, perMs: 60_000 }),
});
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8787) }, (request, { remoteAddr }) =>
  tunnel.fetch(request, { clientAddress: remoteAddr.hostname }),
);
