import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: 'Linked page' };

export default async function LinkedPage({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params;
  return (
    <main className="frame">
      <h1>Page {number}</h1>
      <Link href="/lab/links">All links</Link>
    </main>
  );
}
