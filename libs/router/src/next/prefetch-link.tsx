'use client';

// webpack and Turbopack put the App Router's link in its place, as for 'next/link'.
import nextLink, { type LinkProps as NextLinkProps } from 'next/link.js';
import type { AnchorHTMLAttributes, ReactNode, RefAttributes } from 'react';
import type { HistoryMode } from '../history-mode.ts';
import type { LinkPrefetch } from '../react/prefetch-link.tsx';

const Link = nextLink.default;

// Not the props of `typeof nextLink.default`: with "moduleResolution": "bundler" the default import is the link itself.
type LinkProps = NextLinkProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof NextLinkProps> &
  RefAttributes<HTMLAnchorElement> & { children?: ReactNode };

/** Props of {@link PrefetchLink}: those of `next/link`, `ref` among them. */
export interface PrefetchLinkProps extends Omit<LinkProps, 'prefetch' | 'replace' | 'legacyBehavior'> {
  /**
   * `intent` prefetches when the visitor points at the link, rests on it or touches it, and not for being seen, as
   * `prefetch={false}` does together with `router.prefetch`; `off` not at all; `viewport` as Next does. Default what the
   * attribute `data-prefetch` says, or else as in Next.
   */
  readonly prefetch?: LinkPrefetch | undefined;
  readonly 'data-prefetch'?: LinkPrefetch | undefined;
  /** `push` adds a history entry, `replace` replaces the current one. Default `push`. */
  readonly history?: HistoryMode | undefined;
}

/** `next/link` with the names of this library. The bridge above it listens for intents; the link adds nothing to that. */
export function PrefetchLink({
  'data-prefetch': attribute,
  prefetch = attribute,
  history,
  ...link
}: PrefetchLinkProps): ReactNode {
  const isViewport = prefetch === undefined || prefetch === 'viewport';
  return (
    <Link
      {...link}
      replace={history === 'replace'}
      prefetch={isViewport ? null : false}
      data-prefetch={prefetch}
    />
  );
}
