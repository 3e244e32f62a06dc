'use client';

export function ThrowsInBrowser() {
  if (typeof window !== 'undefined') throw new Error('browser: hydration');
  return <p>From the server</p>;
}
