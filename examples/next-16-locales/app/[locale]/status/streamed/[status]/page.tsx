import { Suspense } from 'react';
import { connection } from 'next/server';
import { setTimeout } from 'node:timers/promises';
import { throwStatus } from '../../throw-status';

interface StatusProps {
  params: Promise<{ status: string }>;
}

async function Late({ params }: StatusProps): Promise<never> {
  await connection();
  // By then, the beginning of the page has gone out with 200.
  await setTimeout(50);
  throwStatus((await params).status);
}

export default function StreamedPage({ params }: StatusProps) {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Late params={params} />
    </Suspense>
  );
}
