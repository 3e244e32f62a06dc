import { Link } from 'react-router';

export const meta = () => [{ title: 'Orders – Shop' }];

export default function Orders() {
  return (
    <main>
      <h1>Orders</h1>
      <Link to="/">Home</Link>
    </main>
  );
}
