import { AditRoot } from '@adit/next/root';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import './shop.css';

export const metadata = { title: { default: 'Shop', template: '%s – Shop' } };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en">
      <body>
        <header>Shop</header>
        <AditRoot nonce={nonce}>{children}</AditRoot>
        <footer>Open from nine to five</footer>
      </body>
    </html>
  );
}
