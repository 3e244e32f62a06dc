import { addressOf, pageOfRequest } from './classify-request.ts';

/** The page a transition leads to, or `undefined` if its address is invalid. */
export function pageOfTransition(event: Event, base: string): string | undefined {
  try {
    const { href } = (event as CustomEvent<{ readonly href: string }>).detail;
    return pageOfRequest(addressOf(href, base));
  } catch {
    return undefined;
  }
}
