import type { ArrivedShare } from '@adit/tunnel';
import type { RecordedState } from '../recorded.ts';
import type { ServerState } from '../server-state.ts';
import { countOf, formatNumber, formatShare, numberMarkup } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import type { Trouble } from './trouble.ts';

/** Below so many items with a known fate, a share says nothing: of 100 that have all arrived, it is known within 4 %. */
const FEW = 100;

/** The same values as in the alert rule: fewer items say too little, and up to this share is lost on the way from any browser. */
const ENOUGH = 1_000;
const MAX_LOST_SHARE = 0.02;

/** Half an interval is rounded up, but not for an error of the arithmetic. */
const ROUNDING = 1e-9;

/** A share with the half of its interval, in percent: `99.8 % ± 0.1`. No share of fewer than 100 items. */
export function formatArrived({ share, low, high, known }: ArrivedShare): string {
  if (known < FEW) return `too few counted yet (${formatNumber(known)})`;
  const half = 100 * Math.max(share - low, high - share);
  const digits = half < 0.1 - ROUNDING ? 2 : half < 10 ? 1 : 0;
  const margin = Math.ceil(half * 10 ** digits - ROUNDING) / 10 ** digits;
  return `${(100 * share).toFixed(digits)} % ± ${margin.toFixed(digits)}`;
}

/** The share of what browsers recorded that has arrived, by category, browser and release; nothing if no page has reported. */
export function recordedMarkup({ recorded }: ServerState): Markup {
  if (recorded === null) return NOTHING;
  const { total, items, browsers, releases } = recorded;
  const categories = Object.entries(items).filter(([, fates]) =>
    Object.values(fates).some((count) => count > 0),
  );
  const rows = categories.map(
    ([name, { arrived, lost, late, unknown }]) =>
      markup`<tr><th scope="row">${name}</th><td>${numberMarkup(arrived)}</td><td>${numberMarkup(lost)}</td><td>${numberMarkup(late)}</td><td>${numberMarkup(unknown)}</td></tr>`,
  );
  const byCategory = markup`<article><table class="numbers"><caption>By category</caption><thead><tr><td></td><th scope="col">arrived</th><th scope="col">lost</th><th scope="col">of these late</th><th scope="col">unknown</th></tr></thead><tbody>${rows}</tbody></table></article>`;
  return markup`<h2>What browsers recorded</h2><p class="note">${totalOf(total)} ${unknownOf(total)}</p><div class="cards">${byCategory}${sharesMarkup('By browser', browsers)}${sharesMarkup('By release', releases)}</div>`;
}

const totalOf = (total: ArrivedShare): Markup =>
  total.known < FEW
    ? markup`Too few items are counted yet for a share: ${formatNumber(total.known)}. Pages report later what has arrived.`
    : markup`<b>${formatArrived(total)}</b> of what browsers recorded has arrived here: by the fates of ${countOf(total.known, 'item')} since the start, which pages report later (95 % confidence).`;

const unknownOf = ({ unknownShare }: ArrivedShare): string =>
  unknownShare === 0
    ? ''
    : `The fate of ${formatShare(unknownShare)} more is unknown: their page ended before an answer.`;

function sharesMarkup(title: string, shares: RecordedState['browsers']): Markup {
  const rows = Object.entries(shares).map(
    ([name, share]) =>
      markup`<tr><th scope="row">${name}</th><td>${formatArrived(share)}${share.known < FEW ? NOTHING : markup` <small>of ${formatNumber(share.known)}</small>`}</td></tr>`,
  );
  return markup`<article><table class="numbers"><caption>${title}</caption><tbody>${rows}</tbody></table></article>`;
}

/** Whether surely fewer items have arrived than usual. */
export const isFewArrived = ({ known, high }: ArrivedShare): boolean =>
  known >= ENOUGH && high < 1 - MAX_LOST_SHARE;

/** The trouble that too few items have arrived, if they have. */
export function recordedTroubles({ recorded }: Pick<ServerState, 'recorded'>): readonly Trouble[] {
  if (recorded === null) return [];
  const { total, browsers, releases } = recorded;
  if (!isFewArrived(total)) return [];
  const worst = [...Object.entries(browsers), ...Object.entries(releases)]
    .filter(([, { known, high }]) => known >= ENOUGH && high < total.low)
    .map(([name, share]) => `${name} (${formatArrived(share)})`);
  return [
    {
      text: `Only ${formatArrived(total)} of what browsers recorded has arrived, since the start.${worst.length === 0 ? '' : ` Less than that: ${worst.slice(0, 3).join(', ')}.`}`,
      short: 'What browsers send does not arrive.',
      runbook: 'AditBrowsersLose',
    },
  ];
}
