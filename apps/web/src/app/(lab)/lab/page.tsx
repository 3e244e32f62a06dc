import type { Metadata } from 'next';
import Link from 'next/link';
import { FAULT_SECTIONS } from './faults';
import { Lab } from './lab';

export const metadata: Metadata = { title: 'Lab' };

export default function LabPage() {
  return (
    <main className="frame">
      <h1>Lab</h1>
      <p className="lead">
        Raise a fault. Below it you read what monitoring did: the event was sent, or dropped and why.
      </p>
      <Lab sections={FAULT_SECTIONS} />
      <h2>Prefetch</h2>
      <p>
        <Link href="/lab/links" prefetch={false}>
          A page of 50 links
        </Link>{' '}
        — at most 5 prefetches run at once.
      </p>
      <h2>The router, live</h2>
      <p>
        <Link href="/lab/router" prefetch={false}>
          500 links and their prefetches
        </Link>{' '}
        — watch what the governor lets through.
      </p>
      <h2>Error screens</h2>
      <p>
        <Link href="/lab/screens" prefetch={false}>
          Every screen in every language
        </Link>{' '}
        — light and dark, narrow and wide, and boundaries that catch anything thrown.
      </p>
    </main>
  );
}
