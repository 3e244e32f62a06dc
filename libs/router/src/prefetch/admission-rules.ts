import type { PrefetchRefusal } from '../prefetch-types.ts';

/** The state of the host that decides for or against prefetching. */
export interface PrefetchConditions {
  /** `false` only if the host knows that it has no network. */
  readonly online: boolean;
  /** The page is not visible: a background tab, or a document that is only prerendered. */
  readonly hidden: boolean;
  /** The visitor asked to save data. `undefined` if the browser does not report it. */
  readonly saveData: boolean | undefined;
  /** `slow-2g`, `2g`, `3g` or `4g`; `undefined` if the browser does not report it, which counts as fast. */
  readonly effectiveType: string | undefined;
  /** A crawler. */
  readonly bot: boolean;
}

/**
 * Refuses by address. Both are absolute and normalised, as `URL` and links write them. Other forms (`HTTPS://Host`,
 * credentials, a backslash) equal no allowed origin and are refused.
 */
export function refuseAddress(
  url: string,
  page: string,
  allowedOrigins?: readonly string[],
): PrefetchRefusal | undefined {
  const origin = /^https?:\/\/[^/?#]+/.exec(url)?.[0];
  if (!origin) return 'not-a-page';
  if (!page.startsWith(`${origin}/`) && !allowedOrigins?.includes(origin)) return 'other-origin';
  return url.split('#')[0] === page.split('#')[0] ? 'same-page' : undefined;
}

/**
 * Refuses by the state of the host. On a slow or metered connection only taps pass, as in Astro's prefetch: a hover may
 * lead nowhere, and its fetch would share the connection with the current page.
 */
export function refuseConditions(
  { bot, online, hidden, saveData, effectiveType }: PrefetchConditions,
  tapped: boolean | undefined,
  slowNetworks?: readonly string[],
): PrefetchRefusal | undefined {
  if (bot) return 'bot';
  if (!online) return 'offline';
  if (hidden) return 'hidden';
  return tapped
    ? undefined
    : saveData
      ? 'save-data'
      : (slowNetworks?.includes(effectiveType as string) ?? /[23]g/.test(effectiveType as string))
        ? 'slow-network'
        : undefined;
}

/** Options of {@link createGuessRate}. */
export interface GuessRateOptions {
  /** Milliseconds on a scale that only moves forward. */
  readonly now: () => number;
  /** Guesses allowed at once. Default 50. */
  readonly guessBurst?: number | undefined;
  /** Guesses per second after that. Default 4. */
  readonly guessesPerSecond?: number | undefined;
}

/** A token bucket for guesses: returns `true` if it is empty, and takes a token otherwise. */
export function createGuessRate({
  now,
  guessBurst = 50,
  guessesPerSecond = 4,
}: GuessRateOptions): () => boolean {
  let tokens = guessBurst;
  let filledAt = now();
  return () => {
    tokens = Math.min(guessBurst, tokens + ((now() - filledAt) * guessesPerSecond) / 1_000);
    filledAt = now();
    return tokens < 1 || !tokens--;
  };
}
