'use client';

import Link from 'next/link';
import { useSyncExternalStore, type ReactNode } from 'react';
import { documentSetup, ROUTER_LAB, setupHref } from './setup';

const never = (): (() => void) => () => undefined;

/** Leads back to the demonstration in the arrangement this document has. */
export function BackToLab({ hash = '', children }: { hash?: string; children: ReactNode }) {
  const href = useSyncExternalStore(
    never,
    () => setupHref(documentSetup()),
    () => ROUTER_LAB,
  );
  return (
    <Link href={`${href}${hash}`} prefetch={false}>
      {children}
    </Link>
  );
}
