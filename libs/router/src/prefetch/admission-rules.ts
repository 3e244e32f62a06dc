import type { AdmissionOptions, PrefetchConditions, PrefetchRefusal } from './admission.ts';

/**
 * What an address tells. Both are absolute and normalised, as `URL` and links write them; whatever is not (`HTTPS://Host`,
 * credentials, a backslash) equals no allowed origin and is refused.
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
 * What the host tells. On a slow or metered connection only taps pass, as in Astro's prefetch: a hover may come to nothing,
 * and what it fetches would share the line with the page that is read.
 */
export function refuseConditions(
  { bot, online, hidden, saveData, effectiveType }: PrefetchConditions,
  tapped: boolean | undefined,
  slowNetworks: readonly string[] = ['slow-2g', '2g', '3g'],
): PrefetchRefusal | undefined {
  if (bot) return 'bot';
  if (!online) return 'offline';
  if (hidden) return 'hidden';
  return tapped
    ? undefined
    : saveData
      ? 'save-data'
      : slowNetworks.includes(effectiveType as string)
        ? 'slow-network'
        : undefined;
}

/** A token bucket for guesses: answers whether there is none, and takes one if there is. */
export function createGuessRate({
  now,
  guessBurst = 50,
  guessesPerSecond = 4,
}: Pick<AdmissionOptions, 'now' | 'guessBurst' | 'guessesPerSecond'>): () => boolean {
  let tokens = guessBurst;
  let filledAt = now();
  return () => {
    tokens = Math.min(guessBurst, tokens + ((now() - filledAt) * guessesPerSecond) / 1_000);
    filledAt = now();
    return tokens < 1 || !tokens--;
  };
}
