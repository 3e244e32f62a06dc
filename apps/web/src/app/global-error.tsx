'use client';

import { useEffect } from 'react';
import { GlobalErrorScreen, serverDigest, type CaughtErrorProps } from '@adit/fallback-ui';
import { CopyReference, useFallbackTexts } from '@adit/fallback-ui/client';
import { useRouteErrorRecovery } from '@adit/router/next';
import { READER_LANGUAGE } from '../locale-cookie';
import { captureError } from '../monitoring/client';

const buildId = process.env.NEXT_PUBLIC_SENTRY_RELEASE;

export default function GlobalError(props: CaughtErrorProps) {
  const { error } = props;
  const recovery = useRouteErrorRecovery(error, { buildId });
  const texts = useFallbackTexts(READER_LANGUAGE);
  useEffect(() => {
    if (recovery === 'showing') captureError(error);
  }, [error, recovery]);
  if (recovery === 'recovering') return <Recovering />;
  const digest = serverDigest(error);
  return (
    <GlobalErrorScreen
      {...props}
      texts={texts}
      siteName="Adit"
      referenceAction={digest && <CopyReference value={digest} texts={texts} />}
    />
  );
}

/** An empty document while the page reloads. */
function Recovering() {
  return (
    <html lang="en">
      <body aria-busy="true" />
    </html>
  );
}
