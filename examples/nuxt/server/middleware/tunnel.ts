import { createTunnel } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';

// `ADIT_INGEST_ORIGIN` is set only in tests. Default: ingest of the DSN.
const { SENTRY_DSN, ADIT_INGEST_ORIGIN: ingestOrigin } = process.env;

/** Answers envelopes and passes other requests on to Nuxt. Without a DSN, it passes everything on. */
export default SENTRY_DSN === undefined
  ? defineEventHandler(() => undefined)
  : fromNodeMiddleware(
      createListener(
        createTunnel({ allowedDsns: [SENTRY_DSN], ingestOrigin, transport: createNodeTransport() }),
      ),
    );
