import type { Platform, StorageLike } from '../src/platform.ts';

/** Tab storage that works, unless `overrides` break it; `held` is its content. */
export function createTabStorage(
  overrides: Partial<StorageLike> = {},
): StorageLike & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    ...overrides,
  };
}

/** An address whose document loads are recorded in `calls`, such as `assign https://app.example/a`. */
export function createNotedLocation(href: string) {
  const calls: string[] = [];
  const location = {
    href,
    assign: (to: string) => void calls.push(`assign ${to}`),
    replace: (to: string) => void calls.push(`replace ${to}`),
    reload: () => void calls.push('reload'),
    stop: () => void calls.push('stop'),
  };
  return { calls, location };
}

/** The platform of a document in a tab that is online, while no request succeeds. */
export const createTabPlatform = (
  parts: Pick<Platform, 'clock' | 'location'>,
  storage: StorageLike,
): Platform => ({
  ...parts,
  fetch: () => Promise.reject(new Error('no network')),
  storage: () => storage,
  isOnline: () => true,
});
