import type { Item } from './envelopes.ts';
import { RULES, type Fault } from './noise-faults.ts';
import type { NoiseSite } from './noise-site.ts';

/** Raised after each case: everything sent before it has arrived with it. */
export const CONTROL = 'the control of this test';

/** All noise, each named after its rule. */
export const NOISE = RULES.flatMap(({ rule, noise }) =>
  noise.map(({ title, ...fault }) => ({ rule, fault, name: `${rule}: ${title}` })),
);

/** All errors that resemble noise, each named after its rule. */
export const REAL = RULES.flatMap(({ rule, real }) =>
  real.map(({ title, message, ...fault }) => ({
    fault,
    message: message instanceof RegExp ? { chromium: message, firefox: message, webkit: message } : message,
    name: `${rule}: ${title}`,
  })),
);

/** The address of a script that raises the fault, and whether the page requests it with CORS. */
export function faultAddress(
  site: NoiseSite,
  { code, from }: Omit<Fault, 'title'>,
): { readonly src: string; readonly cors: boolean } {
  const cors = from === 'another origin, with CORS';
  const url = new URL('/fault.js', from === undefined ? site.origin : site.otherOrigin);
  url.searchParams.set('code', code);
  if (cors) url.searchParams.set('cors', 'yes');
  return { src: url.href, cors };
}

/** The messages of the error events among the items. */
export const messagesOf = (items: readonly Item[]): string[] =>
  items
    .filter(({ type }) => type === 'event')
    .map(({ payload }) => payload.exception?.values?.at(-1)?.value ?? payload.message ?? '');
