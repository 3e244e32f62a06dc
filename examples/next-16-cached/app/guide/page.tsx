import { cacheLife } from 'next/cache';
import { ThrowButton } from '../throw-button';

export default async function GuidePage() {
  'use cache';
  cacheLife('hours');
  return (
    <main>
      <h1>Guide</h1>
      <p>Rendered {new Date().toISOString()}</p>
      <ThrowButton />
    </main>
  );
}
