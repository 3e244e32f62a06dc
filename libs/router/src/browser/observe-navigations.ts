import { addressOf, classifyRequest } from './classify-request.ts';
import { wrapFetch, type FetchTarget } from './wrap-fetch.ts';

/** Options of {@link observeNavigations}. */
export interface ObserveNavigationsOptions {
  /** Whose `fetch` to watch. */
  readonly target: FetchTarget;
  /** What relative addresses start from. */
  readonly base: () => string;
  /** Told of each request the framework makes to navigate or refresh. It must not throw. */
  readonly onRequest: (address: URL) => void;
}

/** Watches the framework's navigation requests go by, untouched. Returns the way to stop. */
export function observeNavigations({ target, base, onRequest }: ObserveNavigationsOptions): () => void {
  return wrapFetch(target, (input, init, proceed) => {
    if (classifyRequest(input, init) === 'navigation') onRequest(addressOf(input, base()));
    return proceed();
  });
}
