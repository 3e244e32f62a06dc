import * as Sentry from '@sentry/nextjs';
import { saidBy } from '@adit/tunnel';
import { logRejection } from '../server/log-rejections.ts';
import { warnOnce } from '../server/warn-once.ts';

type Client = NonNullable<ReturnType<typeof Sentry.getClient>>;
type Transport = NonNullable<ReturnType<Client['getTransport']>> & { [WATCHED]?: boolean };

const WATCHED = Symbol.for('@adit/next:watched');

/**
 * Watches the transport of the SDK if it sends to ingest itself: on the edge, on serverless hosts, and if the application's own
 * code has started the SDK.
 */
export function watchDelivery(): void {
  const transport = Sentry.getClient()?.getTransport();
  if (transport !== undefined) watchTransport(transport);
}

/** Notes that a transport needs no watching. */
export function markWatched(transport: Transport): Transport {
  transport[WATCHED] = true;
  return transport;
}

/**
 * Writes a line to the server's log if ingest rejects what a transport sends, as for the tunnel, and once if ingest
 * cannot be reached. The SDK logs neither. Its hook `afterSendEvent` does not distinguish a failed connection from a
 * rate limit, and is not called for spans and sessions.
 */
export function watchTransport(transport: Transport): Transport {
  if (transport[WATCHED] === true) return transport;
  let isTold = false;
  const send = transport.send.bind(transport);
  transport.send = (envelope) => {
    const sent = send(envelope);
    sent.then(
      ({ statusCode }) =>
        logRejection(statusCode === undefined ? undefined : saidBy(statusCode), projectOf()),
      (error: unknown) => {
        if (!isTold) warnUnreachable(error);
        isTold = true;
      },
    );
    return sent;
  };
  return markWatched(transport);
}

/** The project of the SDK, as the tunnel names it. */
function projectOf(): string | undefined {
  const dsn = Sentry.getClient()?.getDsn();
  if (dsn === undefined) return undefined;
  const { host, port, path, projectId } = dsn;
  return [`${host}${port && `:${port}`}`, path, projectId].filter(Boolean).join('/');
}

function warnUnreachable(error: unknown): void {
  // For a host with several addresses, Node's error has no message.
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  warnOnce(
    `this server cannot reach ingest: ${String(message || code || error)}`,
    'Its events are lost until it can: let it connect to the host of SENTRY_DSN.',
  );
}
