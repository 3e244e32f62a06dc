import type { PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';
import type { PrefetchConditions } from '../prefetch/admission-rules.ts';
import type { Admission } from '../prefetch/admission.ts';
import { pageOfRequest } from './classify-request.ts';
import type { GovernedRequest } from './governed-requests-types.ts';
import type { GovernedAim } from './watch-governed-page.ts';

/** The visitor's intentions, and the limits that requests are judged by. */
export interface JudgeContext {
  readonly admission: Admission;
  readonly conditions: () => PrefetchConditions;
  /** The absolute address of the current page. */
  readonly page: () => string;
  /** Whether a link of the document opts out of prefetching this page. */
  readonly hasOptedOut: (page: string) => boolean;
  readonly slowNetworkGuesses: number;
  /** The kill switch of `setEnabled`. */
  isSwitchedOn: boolean;
  aim: GovernedAim;
  /** The target of the newest navigation. A click that the application cancels does no harm here. */
  destination: string | undefined;
  /** The guesses on the current page while the connection was slow. */
  slowGuesses: { readonly page: string; count: number };
}

function hasSlowGuess(context: JudgeContext): boolean {
  const here = pageOfRequest(new URL(context.page()));
  if (context.slowGuesses.page !== here) context.slowGuesses = { page: here, count: 0 };
  return context.slowGuesses.count < context.slowNetworkGuesses;
}

/**
 * The reason against a request now; `undefined` admits it, and counts it. On 3g, where admission requires a tap, a hover
 * is enough, because a head start is worth most there. A request that brings a section's layouts is not a guess at a
 * single page.
 */
export function judgeRequest(
  context: JudgeContext,
  { url, address }: GovernedRequest,
  priority: PrefetchPriority,
  bringsLayouts: boolean,
): PrefetchRefusal | undefined {
  const { admission, aim } = context;
  const isGuess = priority !== 'intent' && !bringsLayouts;
  const { saveData, effectiveType } = context.conditions();
  const is3g = effectiveType === '3g' && !saveData;
  const isAimedAt = url === aim.page;
  const tapped = (isAimedAt && aim.tapped) || (is3g && (!isGuess || hasSlowGuess(context)));
  const optOut = isAimedAt ? aim.optOut : context.hasOptedOut(url);
  const reason = admission.decide({ url: address, priority, tapped, optOut });
  if (reason === undefined && is3g && isGuess) context.slowGuesses.count += 1;
  return reason;
}
