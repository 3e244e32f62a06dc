'use client';

import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { isPlainClick, staysHere } from '../browser/watch-link-clicks.ts';
import type { HistoryMode } from '../history-mode.ts';
import { useRouterBindings } from './router-context.tsx';

/** When to prefetch a link's page: never, when the visitor points at the link, or when it is in view. */
export type LinkPrefetch = 'off' | 'intent' | 'viewport';

/** Props of {@link PrefetchLink}: an anchor's, `ref` among them. */
export interface PrefetchLinkProps extends ComponentPropsWithRef<'a'> {
  /** Where the link leads, as the browser would follow it. */
  readonly href: string;
  /** Written to the attribute `data-prefetch`. Default: that attribute. Without it, the default of the watcher applies. */
  readonly prefetch?: LinkPrefetch | undefined;
  readonly 'data-prefetch'?: LinkPrefetch | undefined;
  /** `push` adds a history entry, `replace` replaces the current one. Default `push`. */
  readonly history?: HistoryMode | undefined;
}

/**
 * A link that navigates through the provider's navigator. It is an anchor with an address: without JavaScript, with a
 * modifier key, `target`, `download` or another site's address the browser follows it, and an `onClick` that prevents
 * the default prevents the navigation. It starts nothing and listens to nothing by itself.
 *
 * @throws Error if there is no `RouterProvider` above
 */
export function PrefetchLink({
  href,
  'data-prefetch': attribute,
  prefetch = attribute,
  history = 'push',
  onClick,
  ...anchor
}: PrefetchLinkProps): ReactNode {
  const { navigator, address } = useRouterBindings();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    // What it throws becomes an unhandled rejection, and the link navigates as it would without.
    // eslint-disable-next-line @typescript-eslint/require-await -- nothing is awaited
    void (async () => {
      onClick?.(event);
    })();
    const link = event.currentTarget;
    if (!isPlainClick(event.nativeEvent) || !staysHere(link) || link.origin !== location.origin) return;
    // As browsers do (HTML, "navigate"): a link to the very address one is on adds no entry.
    const result = navigator[link.href === location.href ? 'replace' : history](href);
    // What the navigator does not take as a path, the browser reads as it reads any link: no click is lost.
    if (result.outcome !== 'refused' || result.reason !== 'unsafe-url') event.preventDefault();
  }

  return (
    <a
      aria-current={href === address ? 'page' : undefined}
      {...anchor}
      href={href}
      data-prefetch={prefetch}
      onClick={follow}
    />
  );
}
