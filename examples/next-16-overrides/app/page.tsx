import Link from 'next/link';
import { OldWidget } from './old-widget';
import { ThrowButton } from './throw-button';

export default function HomePage() {
  return (
    <main>
      <h1>Shop</h1>
      <ThrowButton />
      <OldWidget />
      <Link href="/news">News</Link>
      <Link href="/products/lamp">Lamp</Link>
      <Link href="/products/chair">Chair</Link>
      <Link href="/slow">Slow</Link>
      <Link href="/render-error">Fails while it renders in the browser</Link>
    </main>
  );
}
