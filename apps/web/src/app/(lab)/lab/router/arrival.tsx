'use client';

import { useSyncExternalStore } from 'react';
import type { LinkPhase } from './link-states';
import { useLink } from './traffic';

const WAS_READY = '; its prefetch was ready.';
const UNDER_WAY = '; its prefetch was under way.';

const PREFETCHED: Readonly<Partial<Record<LinkPhase, string>>> = {
  done: WAS_READY,
  used: WAS_READY,
  late: UNDER_WAY,
  'in-flight': UNDER_WAY,
};

const subscribeToNothing = () => () => undefined;

/** Whether the document was loaded from this address. */
function isDocumentLoad(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname === location.pathname;
}

/** How the visitor came to a page: by a full page load, or within the page with or without a prefetch. */
export function Arrival({ number }: { number: number }) {
  const link = useLink(number);
  const isDocument = useSyncExternalStore(subscribeToNothing, isDocumentLoad, () => undefined);
  if (isDocument === undefined) return null;
  if (isDocument) return <p className="lead">You came by a full page load.</p>;
  const prefetch = link === undefined ? undefined : PREFETCHED[link.phase];
  return <p className="lead">You came within the page{prefetch ?? ', without a prefetch.'}</p>;
}
