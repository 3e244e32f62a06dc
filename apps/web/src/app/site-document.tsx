import { AditRoot } from '@adit/next/root';
import Link from 'next/link';
import type { ReactNode } from 'react';
import './global.css';

/** The document of every page. */
export function SiteDocument({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header className="site-header">
          <div className="frame">
            <Link className="brand" href="/">
              <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
                <path d="M3 20v-7a9 9 0 0 1 18 0v7" />
                <path d="M8.5 20v-6a3.5 3.5 0 0 1 7 0v6" />
              </svg>
              Adit
            </Link>
            <nav aria-label="Main">
              <Link href="/">Overview</Link>
              <Link href="/lab">Lab</Link>
            </nav>
          </div>
        </header>
        <AditRoot>{children}</AditRoot>
      </body>
    </html>
  );
}
