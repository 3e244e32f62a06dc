import { SIMULATION_SECONDS } from './builds';

/** A cookie of this document; undefined where there is none. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Sets a cookie of the demonstration for its limited time; `undefined` removes it. */
export function writeCookie(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : SIMULATION_SECONDS;
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${age}; samesite=lax`;
}
