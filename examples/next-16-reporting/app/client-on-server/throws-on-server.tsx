'use client';

export function ThrowsOnServer() {
  if (typeof window === 'undefined') throw new Error('server: client component');
  return <p>From the browser</p>;
}
