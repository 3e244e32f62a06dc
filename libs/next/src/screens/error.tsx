'use client';

import type { CaughtErrorProps } from '@adit/fallback-ui';
import { deferScreen } from '@adit/fallback-ui/deferred';
import { useRouteErrorRecovery } from '@adit/router/next';
import { BUILD_ID } from '../built-values.ts';
import { useReport } from './use-report.ts';

const Screen = deferScreen(async () => (await import('./late-screens.tsx')).LateErrorScreen);

/** For `error.tsx`: reports the error once, reloads the page if a script is missing, and shows the screen. */
export default function ErrorPage(props: CaughtErrorProps) {
  const recovery = useRouteErrorRecovery(props.error, { buildId: BUILD_ID });
  useReport(props.error, recovery === 'showing');
  return recovery === 'recovering' ? <main aria-busy="true" /> : <Screen {...props} />;
}
