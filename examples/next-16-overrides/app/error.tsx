'use client';

import { captureError } from '@adit/next/report';
import { useEffect } from 'react';

export default function OwnError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => captureError(error), [error]);
  return (
    <main>
      <h1>The shop is closed for a moment</h1>
      <p id="reference">{error.digest}</p>
    </main>
  );
}
