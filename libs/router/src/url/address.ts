/** An absolute address without its fragment, which only scrolls. */
export const withoutFragment = (href: string): string => href.split('#', 1)[0] ?? '';
