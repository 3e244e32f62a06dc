'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useActionState, useState } from 'react';
import { sendOrder } from './send-order';

const DeliveryTimes = lazy(() => import('./delivery-times'));

export function OrderForm() {
  const [name, setName] = useState('');
  const [showsTimes, setShowsTimes] = useState(false);
  const [outcome, send] = useActionState(sendOrder, '');
  const router = useRouter();
  return (
    <form id="order" action={send}>
      <label>
        Name <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        Note <textarea name="note" />
      </label>
      <label>
        Password <input type="password" name="password" />
      </label>
      {['First', 'Second'].map((row) => (
        <label key={row}>
          {row} gift <input name="gift" />
        </label>
      ))}
      <button>Order for {name || 'nobody'}</button>
      <button type="button" onClick={() => router.refresh()}>
        Update prices
      </button>
      <button type="button" onClick={() => setShowsTimes(true)}>
        Delivery times
      </button>
      <Suspense>{showsTimes && <DeliveryTimes />}</Suspense>
      <output>{outcome}</output>
    </form>
  );
}
