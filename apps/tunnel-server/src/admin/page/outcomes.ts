import type { OutcomeEntry } from '../outcome-entry.ts';
import { isRejection } from '../ingest-errors.ts';
import { formatBytes, formatDuration, formatTime } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import type { Level } from './verdict.ts';

/** The first status that is no success. */
const FIRST_FAILURE = 300;

/** How an outcome looks. */
const LEVELS: Readonly<Record<OutcomeEntry['outcome'], Level>> = {
  forwarded: 'ok',
  redelivered: 'ok',
  spooled: 'warn',
  refused: 'warn',
  aborted: 'warn',
  'given-up': 'warn',
  unreachable: 'bad',
  'timed-out': 'bad',
  'invalid-answer': 'bad',
};

/** The last outcomes, the newest first. */
export function outcomesMarkup(entries: readonly OutcomeEntry[], now: number): Markup {
  if (entries.length === 0) return markup`<p>None yet.</p>`;
  return markup`<ol>${entries.map((entry) => entryMarkup(entry, now))}</ol>`;
}

/** An answer of ingest that is no success is not green, though the tunnel has done its part. */
function wordsOf({ outcome, lost, status = 0 }: OutcomeEntry): { words: string; level: Level } {
  const isAnswered = outcome === 'forwarded' || outcome === 'redelivered';
  if (isAnswered && status >= FIRST_FAILURE) {
    return {
      words: isRejection(status) ? `rejected by ingest: ${status}` : 'limited by ingest',
      level: 'warn',
    };
  }
  return { words: outcome, level: lost === undefined ? LEVELS[outcome] : 'bad' };
}

function entryMarkup(entry: OutcomeEntry, now: number): Markup {
  const { at, reason, lost, status, eventId, project, itemTypes, bytes, durationMs, sdk } = entry;
  const { words, level } = wordsOf(entry);
  const details = [
    ...(status === undefined ? [] : [String(status)]),
    ...(project === undefined ? [] : [project]),
    itemTypes.join(' '),
    formatBytes(bytes),
    formatDuration(durationMs),
    ...(sdk === undefined ? [] : [sdk]),
    ...entry.limited.map(
      ({ category, quantity, reason: why }) => `limited: ${quantity} ${category} (${why})`,
    ),
  ].filter((text) => text !== '');
  const event = eventId === undefined ? NOTHING : markup`<a href="/?event=${eventId}#event">${eventId}</a>`;
  return markup`<li><time datetime="${new Date(at).toISOString()}">${formatTime(at, now)}</time><b class="${level}">${words}${lost === undefined ? '' : ', lost'}${reason === undefined ? '' : `: ${reason}`}</b>${event}<span>${details.join(' · ')}</span></li>`;
}
