import { noteSaid, type RejectionState } from '@adit/tunnel';

type Said = Parameters<typeof noteSaid>[1];

const shared = globalThis as { [key: symbol]: RejectionState | undefined };
const KEY = Symbol.for('@adit/next:rejections');

/**
 * Logs that ingest rejects envelopes of a project, and what to do: at once, then at most once an hour for each kind of
 * answer; and that it accepts them again. The state is on the global object, like that of `warnOnce`.
 */
export function logRejection(said: Said | undefined, project: string | undefined): void {
  const state = (shared[KEY] ??= new Map() as RejectionState);
  // Without an earlier rejection there is nothing to end. This is the usual case.
  if (said === undefined || project === undefined || (said === 'taken' && state.size === 0)) return;
  const line = noteSaid(state, said, project, { nowMs: performance.now(), dsns: 'SENTRY_DSN' });
  if (line === undefined || process.env.NEXT_RUNTIME === 'edge') return;
  // eslint-disable-next-line no-console -- for the operator; monitoring itself does not arrive
  console[line.kind === 'accepted' ? 'info' : 'error'](`Adit: ${line.message}`);
}
