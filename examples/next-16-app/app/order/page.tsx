import Link from 'next/link';
import { OrderForm } from './order-form';

export default function OrderPage() {
  return (
    <main>
      <h1>New order</h1>
      <OrderForm />
      <Link href="/order/all">All orders</Link>
    </main>
  );
}
