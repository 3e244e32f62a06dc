// A separate chunk: the SDK, the noise rules and the scrubbing.
import {
  eventFiltersIntegration,
  flush,
  getClient,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser';
import {
  isNotFoundDocument,
  isTranslatedDocument,
  watchPageLeave,
  type EarlyBuffer,
} from '@adit/monitoring-client';
import {
  clearKeptErrors,
  countRecorded,
  fetchSettings,
  keepForNetwork,
  startSdk,
  type StartedSdk,
} from '@adit/monitoring-client/sdk';
import { toClientOptions } from '@adit/monitoring-config';
import { readSentSettings } from '@adit/monitoring-config/browser';
import { RELEASE, TUNNEL_PATH } from '../built.ts';

const sdk = { init, getClient, flush, eventFiltersIntegration, linkedErrorsIntegration };

// oxlint-disable-next-line typescript/require-await -- the shortest promise
const done = async (): Promise<boolean> => true;

/** Monitoring is off: recorded items are dropped, and kept errors are removed. */
const OFF: StartedSdk = { flush: done, close: done };

/** Fetches the server's settings. Until they are here, errors wait in the early buffer. */
export async function prepare(): Promise<{
  start: (early: EarlyBuffer) => StartedSdk | PromiseLike<StartedSdk>;
}> {
  const { settings, credentials } = await fetchSettings(TUNNEL_PATH);
  const sent = readSentSettings(settings, { release: RELEASE });
  // The scripts use the release they were built as, not the server's.
  const monitoring = { ...sent, ...(RELEASE !== undefined && { release: RELEASE }) };
  return {
    start: (early) => {
      if (monitoring.dsn === undefined) {
        early.connect(() => undefined);
        clearKeptErrors(TUNNEL_PATH);
        return OFF;
      }
      const options = toClientOptions(monitoring, {
        sdk,
        isNotFoundPage: () => isNotFoundDocument(performance),
        isTranslatedPage: () => isTranslatedDocument(document),
        isPageLeaving: watchPageLeave(window),
      });
      return startSdk({
        sdk,
        early,
        options: {
          ...options,
          transportOptions: { fetchOptions: { credentials } },
          transport: keepForNetwork(countRecorded(makeFetchTransport, monitoring.release)),
        },
      });
    },
  };
}
