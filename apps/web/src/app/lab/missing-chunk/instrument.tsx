'use client';

import Link from 'next/link';

/** A client component of its own, so that this route needs a script no other route has. */
export function Instrument() {
  return <Link href="/lab">Back to the lab</Link>;
}
