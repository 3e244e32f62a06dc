import * as Sentry from '@sentry/nextjs';
import { warnOnce } from '../server/warn-once.ts';

type Transport = NonNullable<ReturnType<NonNullable<ReturnType<typeof Sentry.getClient>>['getTransport']>>;

const WATCHED = Symbol.for('@adit/next:watched');

/** What keeps all of a server's events from Sentry. */
interface Trouble {
  readonly kind: 'refused' | 'unreachable';
  readonly reason: string;
  readonly instead: string;
}

/**
 * Writes one line to the server's log if ingest refuses what this server sends, and one if it cannot be reached; each once. Nobody
 * else does: the SDK is silent. Its hook `afterSendEvent` does not tell a failed connection from a rate limit, and knows no spans and
 * sessions: so this looks at its transport.
 */
export function watchDelivery(): void {
  const transport: (Transport & { [WATCHED]?: boolean }) | undefined = Sentry.getClient()?.getTransport();
  if (transport === undefined || transport[WATCHED] === true) return;
  transport[WATCHED] = true;

  const told = new Set<Trouble['kind']>();
  const tell = (trouble: Trouble | undefined): void => {
    if (trouble === undefined || told.has(trouble.kind)) return;
    told.add(trouble.kind);
    warnOnce(trouble.reason, trouble.instead);
  };
  const send = transport.send.bind(transport);
  transport.send = (envelope) => {
    const sent = send(envelope);
    sent.then(
      ({ statusCode }) => tell(troubleOf(statusCode)),
      (error: unknown) => tell(unreachable(error)),
    );
    return sent;
  };
}

/** A status that every event would get: a wrong key, project or address. Others are of one event, or of a quota. */
function troubleOf(status = 200): Trouble | undefined {
  if ([401, 403, 404].includes(status) || (status >= 300 && status < 400))
    return {
      kind: 'refused',
      reason: `ingest refuses this server's events with ${status}`,
      instead: 'Check SENTRY_DSN.',
    };
  if (status < 500) return undefined;
  return {
    kind: 'unreachable',
    reason: `ingest answers this server's events with ${status}`,
    instead: 'They are lost until it recovers.',
  };
}

function unreachable(error: unknown): Trouble {
  // For a host with several addresses, Node gives an error without a message.
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  return {
    kind: 'unreachable',
    reason: `this server cannot reach ingest: ${String(message || code || error)}`,
    instead: 'Its events are lost until it can: let it connect to the host of SENTRY_DSN.',
  };
}
