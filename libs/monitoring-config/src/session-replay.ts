import type { Monitoring } from './define-monitoring.ts';

/** The part of `sessionStorage` that is used. */
export interface TabStorage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
}

/** Options of {@link sampleSessionReplay}. */
export interface SessionReplayOptions {
  /** Returns the storage of the tab. If it throws, each page load is sampled on its own. */
  storage: () => TabStorage;
  /** A number from 0 up to 1. Default `Math.random`. */
  random?: () => number;
}

/** The decision for a page load. */
export interface SessionReplaySample {
  /** Whether to load the replay integration. */
  readonly isNeeded: boolean;
  /** Rates for the SDK's `init`, instead of those in the monitoring settings. */
  readonly rates: Pick<Monitoring, 'replaysSessionSampleRate' | 'replaysOnErrorSampleRate'>;
}

/** `createVisit` of `@adit/monitoring-client` draws the same number. */
const KEY = 'adit-draw';

/**
 * Decides whether a page load needs the replay integration, so that other page loads do not fetch it.
 *
 * With a rate for errors every page load needs it, because recording must start before the error; the SDK then samples sessions
 * itself. With a rate for sessions only, this function samples once per tab. Sampling at every page load would record nearly all long
 * visits. The SDK gets the rate 1 or 0, so that it does not sample again.
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

/** Stores the number, not the decision, so that a new rate applies to open tabs. */
function drawOnce(storage: () => TabStorage, random: () => number): number {
  const drawn = random();
  try {
    const kept = storage().getItem(KEY);
    if (kept !== null && kept !== '' && Number(kept) >= 0 && Number(kept) < 1) return Number(kept);
    storage().setItem(KEY, String(drawn));
  } catch {
    // The storage is denied or full.
  }
  return drawn;
}
