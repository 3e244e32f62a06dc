import { wrapFetch, type FetchTarget } from '../browser/wrap-fetch.ts';
import type { PrefetchKind } from '../prefetch-types.ts';
import type { PrefetchScheduler } from '../prefetch/scheduler.ts';
import { addressOf, classifyRequest, pageOfRequest, type RequestKind } from './classify-request.ts';
import type { GovernedRequests } from './governed-requests-types.ts';
import type { JudgeContext } from './judge-request.ts';
import type { PrefetchLedger } from './prefetch-ledger.ts';
import { sectionOf, signalOf, treeOf } from './request-details.ts';
import { watchGovernedPage, type GovernedAim } from './watch-governed-page.ts';

/** The parts of one governor. Every step takes it. */
export interface GovernorContext {
  readonly judging: JudgeContext;
  readonly scheduler: PrefetchScheduler<unknown>;
  readonly ledger: PrefetchLedger;
  readonly requests: GovernedRequests;
  /** Counts navigations. Only the newest holds requests back, because an older one may never be answered. */
  newest: number;
}

const PREFETCH_KINDS: Readonly<Record<RequestKind, PrefetchKind | undefined>> = {
  navigation: undefined,
  other: undefined,
  'full-prefetch': 'route',
  'route-prefetch': 'route',
  'segment-prefetch': 'segment',
};

const count = ({ ledger, requests }: GovernorContext, url: string): void =>
  ledger.visited(url, requests.isPending(url));

function release({ judging, requests }: GovernorContext, url: string): void {
  judging.destination = url;
  requests.release(url);
}

/** A navigation leads to this page. */
export function visit(context: GovernorContext, url: string): void {
  count(context, url);
  release(context, url);
}

function navigate(
  context: GovernorContext,
  url: string,
  proceed: () => Promise<Response>,
): Promise<Response> {
  // First, so that the requests it triggers are sent after it.
  const answer = proceed();
  visit(context, url);
  context.newest += 1;
  const own = context.newest;
  context.scheduler.pause();
  const answered = (): void => {
    if (own !== context.newest) return;
    context.scheduler.resume();
    context.requests.reconsider();
  };
  answer.then(answered, answered);
  return answer;
}

/** Wraps `fetch` of `target`. Returns a function that restores it. */
export function governFetch(context: GovernorContext, target: FetchTarget): () => void {
  const { judging, requests } = context;
  return wrapFetch(target, (input, init, proceed) => {
    const requestKind = classifyRequest(input, init);
    if (requestKind === 'other') return proceed();
    const address = addressOf(input, judging.page());
    const url = pageOfRequest(address);
    const kind = PREFETCH_KINDS[requestKind];
    if (kind === undefined) return navigate(context, url, proceed);
    const signal = signalOf(input, init);
    if (signal?.aborted === true) return proceed();
    const full = requestKind === 'full-prefetch';
    const section = sectionOf(input, init);
    const tree = full ? treeOf(input, init) : undefined;
    return requests.answer({ url, address: address.href, kind, section, full, tree, proceed }, signal);
  });
}

function aimAt({ judging, requests }: GovernorContext, next: GovernedAim): void {
  const { aim } = judging;
  const isSame = next.page === aim.page && next.optOut === aim.optOut;
  if (isSame && (aim.tapped || !next.tapped)) return;
  judging.aim = next;
  requests.prefer(next.page);
}

/** Follows the visitor's and the browser's actions. Returns a function that stops. */
export const watchPage = (context: GovernorContext): (() => void) =>
  watchGovernedPage({
    onAim: (next) => aimAt(context, next),
    onClick: (page) => release(context, page),
    onVisit: (page) => visit(context, page),
    onArrival: (page) => count(context, page),
    onChange: () => context.requests.reconsider(),
    onLeave: () => context.ledger.closed(),
  });
