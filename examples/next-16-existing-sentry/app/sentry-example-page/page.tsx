'use client';

import * as Sentry from '@sentry/nextjs';
import { useEffect, useState } from 'react';

class SentryExampleFrontendError extends Error {
  constructor(message: string | undefined) {
    super(message);
    this.name = 'SentryExampleFrontendError';
  }
}

/** The page of Sentry's wizard, without its styles. */
export default function Page() {
  const [hasSentError, setHasSentError] = useState(false);
  const [isConnected, setIsConnected] = useState(true);

  useEffect(() => {
    Sentry.logger.info('Sentry example page loaded');
    async function checkConnectivity() {
      const result = await Sentry.diagnoseSdkConnectivity();
      setIsConnected(result !== 'sentry-unreachable');
    }
    void checkConnectivity();
  }, []);

  return (
    <main>
      <h1>sentry-example-page</h1>
      <button
        type="button"
        onClick={async () => {
          Sentry.logger.info('User clicked the button, throwing a sample error');
          await Sentry.startSpan({ name: 'Example Frontend/Backend Span', op: 'test' }, async () => {
            const res = await fetch('/api/sentry-example-api');
            if (!res.ok) setHasSentError(true);
          });
          throw new SentryExampleFrontendError('This error is raised on the frontend of the example page.');
        }}
        disabled={!isConnected}
      >
        <span>Throw Sample Error</span>
      </button>
      {hasSentError && <p>Error sent to Sentry.</p>}
    </main>
  );
}
