import type { Metadata } from 'next';
import { cookies, headers } from 'next/headers';
import { HANG_COOKIE } from '../hang';
import { ArrivedJourney } from './arrived-journey';

export const metadata: Metadata = { title: 'The route that may hang' };

/** Longer than the deadline by far; bounded, so that an abandoned request frees the server. */
const HANG_MS = 30_000;

export default async function TargetPage() {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  // Only the router's own request hangs; a document load is answered.
  if (jar.has(HANG_COOKIE) && sent.get('sec-fetch-dest') !== 'document')
    await new Promise((resolve) => setTimeout(resolve, HANG_MS));
  return (
    <main className="frame">
      <h1>You have arrived</h1>
      <ArrivedJourney />
    </main>
  );
}
