import './globals.css';
import Link from 'next/link';
import { attributes, Root } from './document.js';
import { Fault } from './fault.jsx';

export const metadata = {
  title: 'The tide tables',
  description: 'How a harbour reads the sea',
  // None is asked for.
  icons: { icon: 'data:,' },
};

export default function Layout({ children }) {
  return (
    <html lang="en" {...attributes}>
      <body>
        <Root>
          <header>
            <strong>Harbour notes</strong>
            <nav>
              <Link href="/">Tides</Link> <Link href="/about">About</Link>
            </nav>
          </header>
          {children}
          <Fault />
        </Root>
      </body>
    </html>
  );
}
