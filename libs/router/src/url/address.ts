/** An absolute address without its fragment, which only scrolls. */
export const withoutFragment = (href: string): string => href.split('#', 1)[0] ?? '';

/** Whether two absolute addresses are equal except for their fragments. */
export const isSamePage = (one: string, other: string): boolean =>
  withoutFragment(one) === withoutFragment(other);

/** A server does not know its own address; a path resolves the same against any base. */
export const PLACEHOLDER_BASE = 'http://adit.invalid/';
