import type { OutcomeEntry } from '../outcome-entry.ts';
import { formatBytes, formatDuration, formatTime } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import type { Level } from './verdict.ts';

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

/** The first status of ingest that is an error. */
const FIRST_ERROR = 400;

/** The last outcomes, the newest first. */
export function outcomesMarkup(entries: readonly OutcomeEntry[], now: number): Markup {
  if (entries.length === 0) return markup`<p>None yet.</p>`;
  return markup`<ol>${entries.map((entry) => entryMarkup(entry, now))}</ol>`;
}

function entryMarkup(entry: OutcomeEntry, now: number): Markup {
  const { at, outcome, reason, lost, status, eventId, project, itemTypes, bytes, durationMs, sdk } = entry;
  const isError = outcome === 'forwarded' && (status ?? 0) >= FIRST_ERROR;
  const level = lost !== undefined ? 'bad' : isError ? 'warn' : LEVELS[outcome];
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
  return markup`<li><time datetime="${new Date(at).toISOString()}">${formatTime(at, now)}</time><b class="${level}">${outcome}${lost === undefined ? '' : ', lost'}${reason === undefined ? '' : `: ${reason}`}</b>${event}<span>${details.join(' · ')}</span></li>`;
}
