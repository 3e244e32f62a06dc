import { createFileRoute, Link } from '@tanstack/react-router';

export const Route = createFileRoute('/orders')({
  head: () => ({ meta: [{ title: 'Orders – Shop' }] }),
  component: Orders,
});

function Orders() {
  return (
    <main>
      <h1>Orders</h1>
      <Link to="/">Home</Link>
    </main>
  );
}
