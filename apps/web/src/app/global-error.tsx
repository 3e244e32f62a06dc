'use client';

import { useEffect } from 'react';
import { GlobalErrorScreen } from '@adit/fallback-ui';
import { captureError } from '../monitoring/client';

export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => captureError(error), [error]);
  return <GlobalErrorScreen error={error} retry={retry} siteName="Adit" />;
}
