import { Link } from 'react-router';

export function Orders() {
  return (
    <main>
      <h1>Orders</h1>
      <Link to="/">Home</Link>
    </main>
  );
}
