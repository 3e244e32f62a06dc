import { connection } from 'next/server';
import { Suspense } from 'react';

async function Late(): Promise<never> {
  await connection();
  await new Promise((resolve) => setTimeout(resolve, 50));
  throw new Error('server: streaming');
}

export default function StreamingPage() {
  return (
    <Suspense fallback={<p>One moment</p>}>
      <Late />
    </Suspense>
  );
}
