import type { NextPageContext } from 'next';
import { deferScreen } from '@adit/fallback-ui/deferred';
import nextHead from 'next/head.js';
import { adit } from '../adit-config.ts';
import { captureError } from '../browser/monitoring.ts';
import { StatusPage, statusMetadata } from './status-page.tsx';

const Screen = deferScreen(async () => (await import('./late-screens.tsx')).LateErrorScreen);

const NOT_FOUND = 404;
const FAILED = 500;

const Head = nextHead.default;

const NOT_FOUND_TITLE = [statusMetadata('notFound').title, adit.name].filter(Boolean).join(' – ');

/**
 * For `pages/_error.tsx` of the Pages Router: reports what failed to render in the browser, and shows the screen. Errors of the
 * server are reported by `onRequestError`.
 */
export default function PagesErrorPage({ statusCode }: { statusCode: number }) {
  if (statusCode === NOT_FOUND)
    return (
      <>
        {/* In place of the title of `_app`, which comes before the screen's own. */}
        <Head>
          <title>{NOT_FOUND_TITLE}</title>
        </Head>
        <StatusPage name="notFound" />
      </>
    );
  return <Screen retry={() => location.reload()} />;
}

PagesErrorPage.getInitialProps = ({ res, err }: NextPageContext): { statusCode: number } => {
  if (res === undefined && err) captureError(err);
  return { statusCode: res?.statusCode ?? (err ? (err.statusCode ?? FAILED) : NOT_FOUND) };
};
