'use client';

import Link from 'next/link';

/** A client component, so that this route needs a script of its own. */
export function Instrument() {
  return <Link href="/lab">Back to the lab</Link>;
}
