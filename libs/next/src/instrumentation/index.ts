import * as Sentry from '@sentry/nextjs';
import { isBot } from '@adit/policy/bots';
import { createInstrumentation, type Instrumentation } from '@adit/monitoring-config';
import { adit } from '../adit-config.ts';
import { noiseFilterOf } from '../noise-filter-of.ts';
import { monitoring } from '../server/monitoring.ts';
import { warnOnce } from '../server/warn-once.ts';
import { isRepeated } from './is-repeated.ts';
import { besideOpenTelemetry } from './own-opentelemetry.ts';
import { isOwnTunnelUsed, noteTunnelReady, ownTransport } from './own-transport.ts';
import { reportAfter } from './report-after.ts';
import { reportOnServerBy } from '../report/on-server.ts';
import { watchDelivery } from './watch-delivery.ts';

type Hint = Parameters<typeof Sentry.captureException>[1];

const { beforeSend, dataCollection, log } = adit.monitoring ?? {};

const instrumentation = orOff(() =>
  createInstrumentation({
    sdk: {
      ...Sentry,
      init: (options) =>
        Sentry.init({
          ...options,
          ...besideOpenTelemetry(),
          ...(isOwnTunnelUsed() && { transport: ownTransport }),
          ...(beforeSend && { beforeSend }),
          ...(dataCollection && { dataCollection, sendDefaultPii: dataCollection.userInfo }),
        }),
    },
    monitoring,
    log,
    noiseFilter: noiseFilterOf(monitoring, 'server', { isBot }),
    runtime: process.env.NEXT_RUNTIME,
  }),
);

/** If monitoring cannot start, the site is served without it: Next would answer each page with 500. */
function orOff<Result>(start: () => Result): Result | undefined {
  try {
    return start();
  } catch (error) {
    warnOnce(error, 'Monitoring is off.');
    return undefined;
  }
}

/** Reports an error of a request once, with its digest as the tag `digest`. Never throws. */
export const onRequestError: Instrumentation['onRequestError'] = (error, request, context) => {
  if (!isRepeated(error, request.headers)) instrumentation?.onRequestError(error, request, context);
};

/** Starts the SDK of this server, and the tunnel on Node. */
export async function register(): Promise<void> {
  orOff(() => {
    instrumentation?.register();
    reportAfter();
    reportOnServerBy((error, context) =>
      Sentry.captureException(error, context && ({ captureContext: context } as Hint)),
    );
    watchDelivery();
  });
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    try {
      const { readDebugIds } = await import('../server/chunk-debug-ids.ts');
      readDebugIds();
      const { openSpool } = await import('../server/spool.ts');
      await openSpool();
      // Creates the tunnel, over the spool.
      const { serveTunnel } = await import('../server/serve-tunnel.ts');
      serveTunnel();
      const { serveStatusPages } = await import('../status-pages/serve-status-pages.ts');
      await serveStatusPages().catch((error: unknown) => {
        warnOnce(error, 'Documents of errors stay as Next has written them.');
      });
    } finally {
      noteTunnelReady();
    }
    if (process.env.NODE_ENV === 'production') {
      const { serveOldAssets } = await import('../server/old-assets/serve-old-assets.ts');
      void serveOldAssets();
    }
    const { checkOwnTunnel } = await import('../server/check-own-tunnel.ts');
    checkOwnTunnel();
  }
}
