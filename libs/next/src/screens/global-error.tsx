'use client';

import type { CaughtErrorProps } from '@adit/fallback-ui';
import { useRouteErrorRecovery } from '@adit/router/next';
import { BUILD_ID } from '../built-values.ts';
import { BareMessage } from './bare-message.tsx';
import { useReport } from './use-report.ts';
import { useScreens } from './use-screens.ts';

/** For `global-error.tsx`: like the error page, with a document of its own. */
export default function GlobalErrorPage(props: CaughtErrorProps) {
  const recovery = useRouteErrorRecovery(props.error, { buildId: BUILD_ID });
  useReport(props.error, recovery === 'showing');
  const screens = useScreens();
  if (typeof screens === 'object' && recovery === 'showing')
    return <screens.LateGlobalErrorScreen {...props} />;
  return (
    <html lang="en">
      <body aria-busy={screens !== 'missing'}>
        {screens === 'missing' && recovery === 'showing' && <BareMessage />}
      </body>
    </html>
  );
}
