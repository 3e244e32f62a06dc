import { Link } from 'react-router';

export const meta = () => [{ title: 'Shop' }];

export default function Home() {
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
      <Link to="/orders" prefetch="intent">
        Orders
      </Link>
      <Link to="/render-error">Fails while it renders in the browser</Link>
      <Link to="/server-error">Fails on the server</Link>
    </main>
  );
}
