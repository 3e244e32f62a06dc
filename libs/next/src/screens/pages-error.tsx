import type { NextPageContext } from 'next';
import { deferScreen } from '@adit/fallback-ui/deferred';
import { captureError } from '../browser/monitoring.ts';
import { StatusPage } from './status-page.tsx';

const Screen = deferScreen(async () => (await import('./late-screens.tsx')).LateErrorScreen);

const NOT_FOUND = 404;

/**
 * For `pages/_error.tsx` of the Pages Router: reports what failed to render in the browser, and shows the screen. Errors of the
 * server are reported by `onRequestError`.
 */
export default function PagesErrorPage({ statusCode }: { statusCode: number }) {
  if (statusCode === NOT_FOUND) return <StatusPage name="notFound" />;
  return <Screen retry={() => location.reload()} />;
}

PagesErrorPage.getInitialProps = ({ res, err }: NextPageContext): { statusCode: number } => {
  if (res === undefined && err) captureError(err);
  return { statusCode: res?.statusCode ?? err?.statusCode ?? NOT_FOUND };
};
