import * as Sentry from '@sentry/nextjs';
import { saidBy } from '@adit/tunnel';
import { logRejection } from '../server/log-rejections.ts';
import { warnOnce } from '../server/warn-once.ts';

type Client = NonNullable<ReturnType<typeof Sentry.getClient>>;
type Transport = NonNullable<ReturnType<Client['getTransport']>>;

const WATCHED = Symbol.for('@adit/next:watched');

/**
 * Writes a line to the server's log if ingest rejects events of this server, as for the tunnel, and once if ingest
 * cannot be reached. The SDK logs neither. Its hook `afterSendEvent` does not distinguish a failed connection from a
 * rate limit, and is not called for spans and sessions, so this watches its transport.
 */
export function watchDelivery(): void {
  const client = Sentry.getClient();
  const transport: (Transport & { [WATCHED]?: boolean }) | undefined = client?.getTransport();
  if (client === undefined || transport === undefined || transport[WATCHED] === true) return;
  transport[WATCHED] = true;

  const project = projectOf(client);
  let isTold = false;
  const send = transport.send.bind(transport);
  transport.send = (envelope) => {
    const sent = send(envelope);
    sent.then(
      ({ statusCode }) => logRejection(statusCode === undefined ? undefined : saidBy(statusCode), project),
      (error: unknown) => {
        if (!isTold) warnUnreachable(error);
        isTold = true;
      },
    );
    return sent;
  };
}

/** As the tunnel names it. */
function projectOf(client: Client): string | undefined {
  const dsn = client.getDsn();
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
