import { readText } from './thrown.ts';

// `unstable_rethrow` in next/dist/client/components: redirects, status screens, and renders that stop early on purpose.
// A digest with Next's own prefix is taken for one of a later version.
/** Reads the lines `linesOf(thrown, 'digest')`. */
export const CONTROL_FLOW = /^(NEXT_|BAILOUT_TO_|DYNAMIC_SERVER|HANGING_PROMISE)/m;

/**
 * Whether Next throws this value for its own purposes: to redirect, to show a status screen, or to stop a render. As in
 * Next, only the value's own digest decides: an error whose cause is a redirect is an error. Accepts any value.
 */
export function isControlFlow(thrown: unknown): boolean {
  return CONTROL_FLOW.test(readText(thrown, 'digest'));
}
