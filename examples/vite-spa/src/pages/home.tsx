import { Link } from 'react-router';

export function Home() {
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
      <Link to="/orders">Orders</Link>
      <Link to="/render-error">Fails while it renders in the browser</Link>
    </main>
  );
}
