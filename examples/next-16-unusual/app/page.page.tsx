import Link from 'next/link';
import { ThrowButton } from './throw-button';

export default function HomePage() {
  return (
    <main>
      <h1>Shop</h1>
      <form>
        <input aria-label="Search" />
      </form>
      <ThrowButton />
      <Link href="/render-error/">Fails while it renders in the browser</Link>
      <Link href="/server-error/" prefetch={false}>
        Fails on the server
      </Link>
      <Link href="/late/" prefetch={false}>
        Late
      </Link>
      <Link href="/slow/" prefetch={false}>
        Slow
      </Link>
    </main>
  );
}
