import type { Monitoring } from './define-monitoring.ts';

/** Where a tab keeps the number it has drawn: `sessionStorage`. */
export interface TabStorage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
}

/** What the draw needs. */
export interface SessionReplayOptions {
  /** Hands over the storage; a browser that denies it throws here, and then each page load is drawn for anew. */
  storage: () => TabStorage;
  /** A number from 0 up to 1. Default `Math.random`. */
  random?: () => number;
}

/** What a page load does about replay. */
export interface SessionReplaySample {
  /** Whether the integration is to be loaded. */
  readonly isNeeded: boolean;
  /** For the SDK's `init`, in place of the rates of the description. */
  readonly rates: Pick<Monitoring, 'replaysSessionSampleRate' | 'replaysOnErrorSampleRate'>;
}

const KEY = 'adit-replay-draw';

/**
 * Decides whether a page load needs replay at all, so that its code is fetched by no others.
 *
 * A rate for errors needs it everywhere, for the recording has to have begun when the error happens; the SDK then draws for
 * sessions itself. With a rate for sessions alone the draw is made here, once for each tab, as the SDK makes it once for each
 * session: drawing at every page load would record nearly everyone who stays. The SDK is told 1, so that the two draws do not multiply.
 */
export function sampleSessionReplay(
  { replaysSessionSampleRate, replaysOnErrorSampleRate }: SessionReplaySample['rates'],
  { storage, random = Math.random }: SessionReplayOptions,
): SessionReplaySample {
  if (replaysOnErrorSampleRate > 0)
    return { isNeeded: true, rates: { replaysSessionSampleRate, replaysOnErrorSampleRate } };
  const isNeeded = replaysSessionSampleRate > 0 && drawOnce(storage, random) < replaysSessionSampleRate;
  return { isNeeded, rates: { replaysSessionSampleRate: isNeeded ? 1 : 0, replaysOnErrorSampleRate } };
}

/** The number is kept and not the answer, so that it stays right when the rate changes. */
function drawOnce(storage: () => TabStorage, random: () => number): number {
  const drawn = random();
  try {
    const kept = storage().getItem(KEY);
    if (kept !== null && kept !== '' && Number(kept) >= 0 && Number(kept) < 1) return Number(kept);
    storage().setItem(KEY, String(drawn));
  } catch {
    // Denied or full.
  }
  return drawn;
}
