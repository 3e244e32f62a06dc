'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { buildName } from './builds';
import { noteDocument } from './deploy-journal';
import type { LinkPhase } from './link-states';
import { simulatedBuilds } from './simulated-deploy';
import { useLink } from './use-traffic';

const WAS_HERE = '; its prefetch was here before you.';
const UNDER_WAY = '; its prefetch was under way.';

const WORTH: Readonly<Partial<Record<LinkPhase, string>>> = {
  done: WAS_HERE,
  used: WAS_HERE,
  late: UNDER_WAY,
  'in-flight': UNDER_WAY,
};

const never = (): (() => void) => () => undefined;

/** Whether this document began here. */
function beganHere(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && new URL(entry.name).pathname === location.pathname;
}

/** How the visitor came to a page: within the document, with or without a prefetch, or by a document load. */
export function Arrival({ number }: { number: number }) {
  const link = useLink(number);
  const isDocument = useSyncExternalStore(never, beganHere, () => undefined);

  useEffect(() => noteDocument(buildName(simulatedBuilds.get().document)), []);

  if (isDocument === undefined) return null;
  if (isDocument) return <p className="lead">You came by a full page load.</p>;
  const prefetch = link === undefined ? undefined : WORTH[link.phase];
  return <p className="lead">You came within the page{prefetch ?? ', without a prefetch.'}</p>;
}
