'use client';

import NextError from 'next/error';
import { useEffect } from 'react';
import { monitoring } from '../monitoring/client.js';

export default function GlobalError({ error }) {
  useEffect(() => {
    monitoring.captureError(error);
  }, [error]);
  return (
    <html lang="en">
      <body>
        <NextError statusCode={0} />
      </body>
    </html>
  );
}
