import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: '50 links' };

const LINK_COUNT = 50;

export default function LinksPage() {
  return (
    <main className="frame">
      <h1>50 links</h1>
      <p>All of them are prefetched. At most 5 requests run at once, and at most 3 of them for segments.</p>
      <ul className="links">
        {Array.from({ length: LINK_COUNT }, (_, index) => (
          <li key={index}>
            <Link href={`/lab/links/${index + 1}`}>Page {index + 1}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
