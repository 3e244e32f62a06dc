import Link from 'next/link';
import { LINK_COUNT } from './catalogue.js';

/** Every link of the catalogue: below each other, or so close together that all are seen at once. */
export function LinkList({ tall }) {
  return (
    <main style={tall ? { lineHeight: '24px' } : { fontSize: '8px', lineHeight: '12px' }}>
      <h1>Links</h1>
      {Array.from({ length: LINK_COUNT }, (_, index) => (
        <span key={index} style={{ display: tall ? 'block' : 'inline-block', minWidth: '60px' }}>
          <Link id={`link-${index + 1}`} href={`/links/${index + 1}`}>
            Item {index + 1}
          </Link>{' '}
        </span>
      ))}
    </main>
  );
}
