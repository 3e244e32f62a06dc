'use client';

import type { CaughtErrorProps } from '@adit/fallback-ui';
import { BareDocument, deferScreen } from '@adit/fallback-ui/deferred';
import { useRouteErrorRecovery } from '@adit/router/next';
import { BUILD_ID } from '../built-values.ts';
import { useReport } from './use-report.ts';

const Screen = deferScreen(async () => (await import('./late-screens.tsx')).LateGlobalErrorScreen, {
  bare: BareDocument,
});

/** For `global-error.tsx`: like the error page, with a document of its own. */
export default function GlobalErrorPage(props: CaughtErrorProps) {
  const recovery = useRouteErrorRecovery(props.error, { buildId: BUILD_ID });
  useReport(props.error, recovery === 'showing');
  return recovery === 'recovering' ? <EmptyDocument /> : <Screen {...props} />;
}

/** While the page is loaded again. */
function EmptyDocument() {
  return (
    <html lang="en">
      <body aria-busy="true" />
    </html>
  );
}
