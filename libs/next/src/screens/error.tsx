'use client';

import type { CaughtErrorProps } from '@adit/fallback-ui';
import { useRouteErrorRecovery } from '@adit/router/next';
import { BUILD_ID } from '../built-values.ts';
import { BareMessage } from './bare-message.tsx';
import { useReport } from './use-report.ts';
import { useScreens } from './use-screens.ts';

/** For `error.tsx`: reports the error once, reloads the page if a script is missing, and shows the screen. */
export default function ErrorPage(props: CaughtErrorProps) {
  const recovery = useRouteErrorRecovery(props.error, { buildId: BUILD_ID });
  useReport(props.error, recovery === 'showing');
  const screens = useScreens();
  if (recovery === 'recovering' || screens === 'waiting') return <main aria-busy="true" />;
  return screens === 'missing' ? <BareMessage /> : <screens.LateErrorScreen {...props} />;
}
