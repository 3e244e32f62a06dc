import type { ServerState } from '../server-state.ts';
import { formatTime, numberMarkup } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

type Table = readonly [
  id: string,
  title: string,
  counts: Counts,
  shown?: readonly string[],
  times?: ServerState['lost']['times'],
];

type Counts = Readonly<Record<string, number>>;

/** Outcomes that are always shown, even with a count of 0. */
const USUAL = ['forwarded', 'spooled', 'refused'];

/** The most rows of a table. */
const MAX_ROWS = 20;

/** Counts since the start, by reason. */
export function countsMarkup({ at, counts, lost, refusals }: ServerState): Markup {
  const { requests, redelivered, refused, givenUp, ingestErrors, discarded, clientDiscarded } = counts;
  const tables: readonly Table[] = [
    ['requests', 'Requests by outcome', requests, USUAL],
    ['delivered', 'Stored envelopes', { redelivered, ...givenUp }, ['redelivered']],
    ['lost', 'Lost by reason', lost.byReason, [], lost.times],
    ['refused', 'Refused by reason', refused, [], refusals.times],
    ['ingest-errors', 'Errors of ingest', flatten(ingestErrors)],
    ['discarded', 'Dropped by the tunnel', flatten(discarded)],
    ['client-discarded', 'Dropped by SDKs of browsers and servers', flatten(clientDiscarded)],
  ];
  return markup`${tables.map(([id, title, values, shown = [], times = {}]) => {
    const rows = Object.entries(values).filter(([name, count]) => count > 0 || shown.includes(name));
    const body =
      rows.length === 0
        ? markup`<tr><td colspan="2">none</td></tr>`
        : markup`${rows.slice(0, MAX_ROWS).map(([name, count]) => markup`<tr><th scope="row">${name}</th><td>${numberMarkup(count)}${timesMarkup(times[name], at)}</td></tr>`)}`;
    const others = rows.length - MAX_ROWS;
    const more = others > 0 ? markup`<tr><td colspan="2">${others} more in /state</td></tr>` : NOTHING;
    return markup`<div><table id="count-${id}"><caption>${title}</caption><tbody>${body}${more}</tbody></table></div>`;
  })}`;
}

/** The first and last time of a reason. */
const timesMarkup = (times: ServerState['lost']['times'][string] | undefined, now: number): Markup =>
  times === undefined
    ? NOTHING
    : markup`<small>${times.firstAt === times.lastAt ? '' : `${formatTime(times.firstAt, now)} to `}${formatTime(times.lastAt, now)}</small>`;

/** Flattens counts by two names, such as reason and category, to `error, queue_overflow`. */
const flatten = (counts: Readonly<Record<string, Counts>>): Counts =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([reason, categories]) =>
      Object.entries(categories).map(([category, count]) => [`${category}, ${reason}`, count]),
    ),
  );
