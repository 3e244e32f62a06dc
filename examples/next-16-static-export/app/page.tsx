import Link from 'next/link';
import { ThrowButton } from './throw-button';

export default function HomePage() {
  return (
    <main>
      <h1>Shop</h1>
      <ThrowButton />
      <Link href="/orders">Orders</Link>
      <Link href="/render-error">Fails while it renders in the browser</Link>
    </main>
  );
}
