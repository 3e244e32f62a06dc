import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { Suspense } from 'react';

export const metadata: Metadata = { title: 'A page that turns out to be gone' };

/** Longer than Next waits before it starts to stream. */
const LOOKUP_MS = 100;

async function Product(): Promise<never> {
  await connection();
  await new Promise((resolve) => setTimeout(resolve, LOOKUP_MS));
  notFound();
}

/** A page whose lookup fails after the first byte was sent. */
export default function StreamedNotFoundPage() {
  return (
    <Suspense fallback={<main className="frame" aria-busy="true" />}>
      <Product />
    </Suspense>
  );
}
