import { createNavigation } from '../react/navigation.ts';

type Navigate = (to: object, options: { replace: boolean }) => unknown;

let navigate: Navigate | undefined;

/** Called with React Router's function whenever it changes. */
export function navigateBy(current: Navigate): void {
  navigate = current;
}

const go = (href: string, replace: boolean): void => {
  const { pathname, search, hash } = new URL(href, location.href);
  void navigate?.({ pathname, search, hash }, { replace });
};

/** The navigation of this page. */
export const { navigator, hard, page } = createNavigation({
  push: (href) => go(href, false),
  replace: (href) => go(href, true),
});

// The server renders the same tree.
if (typeof window !== 'undefined') page.start();
