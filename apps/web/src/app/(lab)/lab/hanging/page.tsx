import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';

export const metadata: Metadata = { title: 'Arrived after hanging' };

/** Longer than the router waits. It ends, so that an abandoned request frees the server. */
const HANG_MS = 600_000;

export default async function HangingPage() {
  // Only the router's request hangs: a document load is answered.
  const isDocument = (await headers()).get('sec-fetch-dest') === 'document';
  if (!isDocument) await new Promise((resolve) => setTimeout(resolve, HANG_MS));
  return (
    <main className="frame">
      <h1>Arrived by a full page load</h1>
      <p>The router waited 3.8 seconds for this route. Then it let the browser load the page.</p>
      <Link href="/lab">Back to the lab</Link>
    </main>
  );
}
