import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: 'Redirected' };

export default async function ArrivedPage({ searchParams }: { searchParams: Promise<{ by?: string }> }) {
  const { by } = await searchParams;
  return (
    <main className="frame">
      <h1>Redirected by {by === 'replace' ? 'replace' : 'push'}</h1>
      <p>
        {by === 'replace'
          ? 'This page replaced the lab in your history: Back leads to the page before the lab.'
          : 'This page was added to your history: Back leads to the lab.'}
      </p>
      <Link href="/lab">To the lab</Link>
    </main>
  );
}
