import type { ServerState } from '../server-state.ts';
import { numberMarkup } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

type Counts = Readonly<Record<string, number>>;

/** Outcomes that are shown also if there are none. */
const USUAL = ['forwarded', 'spooled', 'refused'];

/** Rows of a table. */
const MAX_ROWS = 20;

/** What was counted since the start, by reason. */
export function countsMarkup({ counts, lost }: ServerState): Markup {
  const { requests, redelivered, refused, givenUp, ingestErrors, discarded, clientDiscarded } = counts;
  const tables: readonly (readonly [id: string, title: string, counts: Counts, shown?: readonly string[]])[] =
    [
      ['requests', 'Requests by outcome', requests, USUAL],
      ['delivered', 'Stored envelopes', { redelivered, ...givenUp }, ['redelivered']],
      ['lost', 'Lost by reason', lost.byReason],
      ['refused', 'Refused by reason', refused],
      ['ingest-errors', 'Errors of ingest', flatten(ingestErrors)],
      ['discarded', 'Dropped by the tunnel', flatten(discarded)],
      ['client-discarded', 'Dropped by browsers', flatten(clientDiscarded)],
    ];
  return markup`${tables.map(([id, title, values, shown = []]) => {
    const rows = Object.entries(values).filter(([name, count]) => count > 0 || shown.includes(name));
    const body =
      rows.length === 0
        ? markup`<tr><td colspan="2">none</td></tr>`
        : markup`${rows.slice(0, MAX_ROWS).map(([name, count]) => markup`<tr><th scope="row">${name}</th><td>${numberMarkup(count)}</td></tr>`)}`;
    const others = rows.length - MAX_ROWS;
    const more = others > 0 ? markup`<tr><td colspan="2">${others} more in /state</td></tr>` : NOTHING;
    return markup`<div><table id="count-${id}"><caption>${title}</caption><tbody>${body}${more}</tbody></table></div>`;
  })}`;
}

/** Counts by two names, such as reason and category, as `error, queue_overflow`. */
export const flatten = (counts: Readonly<Record<string, Counts>>): Counts =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([reason, categories]) =>
      Object.entries(categories).map(([category, count]) => [`${category}, ${reason}`, count]),
    ),
  );
