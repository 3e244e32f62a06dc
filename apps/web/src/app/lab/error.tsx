'use client';

import { useEffect } from 'react';
import { ErrorScreen } from '@adit/fallback-ui';
import { useRouteErrorRecovery } from '@adit/router/next';
import { captureError } from '../../monitoring/client';

export default function LabError({ error, retry }: { error: unknown; retry: () => void }) {
  const recovery = useRouteErrorRecovery(error);
  useEffect(() => {
    if (recovery === 'showing') captureError(error);
  }, [error, recovery]);
  if (recovery === 'recovering') return <main className="frame" aria-busy="true" />;
  return <ErrorScreen error={error} retry={retry} homeHref="/lab" siteName="Adit" />;
}
