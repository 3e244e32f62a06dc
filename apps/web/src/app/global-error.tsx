'use client';

import { useEffect } from 'react';
import { GlobalErrorScreen } from '@adit/fallback-ui';
import { useFallbackTexts } from '@adit/fallback-ui/client';
import { useRouteErrorRecovery } from '@adit/router/next';
import { LOCALE_COOKIE } from '../locale-cookie';
import { captureError } from '../monitoring/client';

const buildId = process.env.NEXT_PUBLIC_SENTRY_RELEASE;

export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const recovery = useRouteErrorRecovery(error, { buildId });
  const texts = useFallbackTexts({ cookieName: LOCALE_COOKIE });
  useEffect(() => {
    if (recovery === 'showing') captureError(error);
  }, [error, recovery]);
  if (recovery === 'recovering') return <Recovering />;
  return <GlobalErrorScreen error={error} retry={retry} texts={texts} siteName="Adit" />;
}

/** The document while the page is loaded anew: empty, for a moment. */
function Recovering() {
  return (
    <html lang="en">
      <body aria-busy="true" />
    </html>
  );
}
