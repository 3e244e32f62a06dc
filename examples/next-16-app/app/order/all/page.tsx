import Link from 'next/link';

export default function OrdersPage() {
  return (
    <main>
      <h1>All orders</h1>
      <Link href="/order">New order</Link>
    </main>
  );
}
