'use client';

import { useEffect } from 'react';
import { PageFault, useFallbackTexts } from '@adit/fallback-ui/client';
import { useRouteErrorRecovery } from '@adit/router/next';
import { READER_LANGUAGE } from '../../../locale-cookie';
import { captureError } from '../../../monitoring/client';

export default function LabError({ error, retry }: { error: unknown; retry: () => void }) {
  const recovery = useRouteErrorRecovery(error);
  useEffect(() => {
    if (recovery === 'showing') captureError(error);
  }, [error, recovery]);
  const texts = useFallbackTexts(READER_LANGUAGE);
  if (recovery === 'recovering') return <main className="frame" aria-busy="true" />;
  return <PageFault error={error} retry={retry} texts={texts} homeHref="/lab" siteName="Adit" />;
}
