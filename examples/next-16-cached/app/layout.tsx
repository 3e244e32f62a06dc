import { AditRoot } from '@adit/next/root';
import Link from 'next/link';

export const metadata = { title: { default: 'Shop', template: '%s – Shop' } };

export default function RootLayout({ children }: LayoutProps<'/'>) {
  return (
    <html lang="en">
      <body>
        <AditRoot>
          <nav>
            <Link href="/">Home</Link> <Link href="/guide">Guide</Link>{' '}
            <Link href="/products/lamp">Lamp</Link> <Link href="/basket">Basket</Link>
          </nav>
          {children}
        </AditRoot>
      </body>
    </html>
  );
}
