import type { ServerState } from '../server-state.ts';
import { numberMarkup } from './format.ts';
import { markup, type Markup } from './markup.ts';

type Counts = Readonly<Record<string, number>>;

/** Outcomes that are shown also if there are none. */
const USUAL = ['forwarded', 'spooled', 'refused'];

/** What was counted since the start, by reason. */
export function countsMarkup({ counts, lost }: ServerState): Markup {
  const { requests, redelivered, refused, givenUp, discarded, clientDiscarded } = counts;
  const tables: readonly (readonly [id: string, title: string, counts: Counts, shown?: readonly string[]])[] =
    [
      ['requests', 'Requests by outcome', requests, USUAL],
      ['delivered', 'Stored envelopes', { redelivered, ...givenUp }, ['redelivered']],
      ['lost', 'Lost by reason', lost.byReason],
      ['refused', 'Refused by reason', refused],
      ['discarded', 'Dropped by the tunnel', flatten(discarded)],
      ['client-discarded', 'Dropped by browsers', flatten(clientDiscarded)],
    ];
  return markup`${tables.map(([id, title, values, shown = []]) => {
    const rows = Object.entries(values).filter(([name, count]) => count > 0 || shown.includes(name));
    const body =
      rows.length === 0
        ? markup`<tr><td colspan="2">none</td></tr>`
        : markup`${rows.map(([name, count]) => markup`<tr><th scope="row">${name}</th><td>${numberMarkup(count)}</td></tr>`)}`;
    return markup`<div><table id="count-${id}"><caption>${title}</caption><tbody>${body}</tbody></table></div>`;
  })}`;
}

/** By reason and category. */
const flatten = (counts: Readonly<Record<string, Counts>>): Counts =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([reason, categories]) =>
      Object.entries(categories).map(([category, count]) => [`${category}, ${reason}`, count]),
    ),
  );
