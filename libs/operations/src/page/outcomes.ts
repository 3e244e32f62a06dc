import type { OutcomeEntry } from '../outcomes.ts';
import { isRejection } from '../counts.ts';
import { formatBytes, formatDuration, formatTime } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import type { Level } from './verdict.ts';

/** The most rows of the list, and the most of one kind. */
const SHOWN_ROWS = 30;
const SHOWN_ALIKE = 5;

/** The first status that is not a success. */
const FIRST_FAILURE = 300;

/** The level of each outcome. */
const LEVELS: Readonly<Record<OutcomeEntry['outcome'], Level>> = {
  forwarded: 'ok',
  redelivered: 'ok',
  filtered: 'ok',
  spooled: 'warn',
  refused: 'warn',
  aborted: 'warn',
  'given-up': 'warn',
  unreachable: 'bad',
  'timed-out': 'bad',
  'invalid-answer': 'bad',
};

/** The last outcomes, newest first. */
export function outcomesMarkup(entries: readonly OutcomeEntry[], now: number): Markup {
  if (entries.length === 0) return markup`<p>None yet.</p>`;
  const rows = rowsOf(entries).map(({ entry, alike }) => entryMarkup(entry, alike, now));
  return markup`<ol>${rows}</ol>`;
}

interface Row {
  readonly entry: OutcomeEntry;
  /** The number of similar entries in the list; only the newest of them shows it. */
  readonly alike: number;
}

/** The newest of each kind, and the next few that can be followed by their event id. */
function rowsOf(entries: readonly OutcomeEntry[]): readonly Row[] {
  const counts = new Map<string, number>();
  const kindOf = ({ outcome, reason, lost, status, project }: OutcomeEntry): string =>
    [outcome, reason, lost, status, project].join();
  const numbered = entries.map((entry) => {
    const number = (counts.get(kindOf(entry)) ?? 0) + 1;
    counts.set(kindOf(entry), number);
    return { entry, number };
  });
  return numbered
    .filter(({ entry, number }) => number === 1 || (number <= SHOWN_ALIKE && entry.eventId !== undefined))
    .slice(0, SHOWN_ROWS)
    .map(({ entry, number }) => ({ entry, alike: number === 1 ? Number(counts.get(kindOf(entry))) : 1 }));
}

/** An unsuccessful answer of ingest is not green, even though the tunnel has done its part. */
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

function entryMarkup(entry: OutcomeEntry, alike: number, now: number): Markup {
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
    ...entry.filtered.map(
      ({ category, quantity, reason: rule }) => `filtered: ${quantity} ${category} (${rule})`,
    ),
  ].filter((text) => text !== '');
  const event = eventId === undefined ? NOTHING : markup`<a href="?event=${eventId}#event">${eventId}</a>`;
  return markup`<li><time datetime="${new Date(at).toISOString()}">${formatTime(at, now)}</time><b class="${level}">${words}${lost === undefined ? '' : ', lost'}${reason === undefined ? '' : `: ${reason}`}${alike > 1 ? ` ×${alike}` : ''}</b>${event}<span>${details.join(' · ')}</span></li>`;
}
