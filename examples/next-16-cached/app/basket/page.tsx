import { cookies } from 'next/headers';
import { Suspense } from 'react';
import { ThrowButton } from '../throw-button';

async function Count() {
  const count = (await cookies()).get('count')?.value ?? '0';
  if (count === 'many') throw new Error('The basket cannot be counted');
  return <p>{count} items</p>;
}

export default function BasketPage() {
  return (
    <main>
      <h1>Basket</h1>
      <Suspense fallback={<p>One moment</p>}>
        <Count />
      </Suspense>
      <ThrowButton />
    </main>
  );
}
