import Link from 'next/link';

export default function OrdersPage() {
  return (
    <main>
      <h1>Orders</h1>
      <Link href="/">Home</Link>
    </main>
  );
}
