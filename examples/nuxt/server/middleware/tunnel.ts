import { createTunnel } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';

// `ADIT_INGEST_ORIGIN` is unset but in tests: ingest of the DSN.
const { SENTRY_DSN, ADIT_INGEST_ORIGIN: ingestOrigin } = process.env;

/** Passes all but envelopes on to Nuxt. Without a DSN, it passes on everything. */
export default SENTRY_DSN === undefined
  ? defineEventHandler(() => undefined)
  : fromNodeMiddleware(
      createListener(
        createTunnel({ allowedDsns: [SENTRY_DSN], ingestOrigin, transport: createNodeTransport() }),
      ),
    );
