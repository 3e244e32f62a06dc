import type { Metadata } from 'next';
import { FaultyParts } from './faulty-parts';

export const metadata: Metadata = { title: 'Faults in parts of a page' };

export default function FaultyPartsPage() {
  return (
    <main className="frame">
      <h1>Faults in parts of a page</h1>
      <p className="lead">
        Each card has a boundary of its own. An error in one is caught, reported once, and can be retried,
        while the other card goes on counting.
      </p>
      <FaultyParts />
    </main>
  );
}
