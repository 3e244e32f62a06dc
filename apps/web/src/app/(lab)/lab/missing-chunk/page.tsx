import type { Metadata } from 'next';
import { Instrument } from './instrument';

export const metadata: Metadata = { title: 'Loaded after all' };

export default function MissingChunkPage() {
  return (
    <main className="frame">
      <h1>Loaded by a full page load</h1>
      <p>The script of this page was missing. The router loaded the whole page, once.</p>
      <Instrument />
    </main>
  );
}
