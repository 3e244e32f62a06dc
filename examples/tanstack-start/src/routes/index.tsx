import { createFileRoute, Link } from '@tanstack/react-router';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  return (
    <main>
      <h1>Shop</h1>
      <button
        onClick={() => {
          throw new Error('The basket is broken');
        }}
      >
        Throw
      </button>
      <Link to="/orders" preload="intent">
        Orders
      </Link>
      <Link to="/render-error">Fails while it renders in the browser</Link>
      <Link to="/server-error">Fails on the server</Link>
    </main>
  );
}
