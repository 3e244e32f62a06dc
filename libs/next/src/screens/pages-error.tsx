import type { NextPageContext } from 'next';
import { deferScreen } from '@adit/fallback-ui/deferred';
import nextHead from 'next/head.js';
import { adit } from '../adit-config.ts';
import { captureOnce } from './capture-once.ts';
import { StatusPage, statusMetadata } from './status-page.tsx';

const Screen = deferScreen(async () => (await import('./late-screens.tsx')).LateErrorScreen);

const NOT_FOUND = 404;
const FAILED = 500;

const Head = nextHead.default;

const NOT_FOUND_TITLE = [statusMetadata('notFound').title, adit.name].filter(Boolean).join(' – ');

/** Props of {@link PagesErrorPage}. */
export interface PagesErrorProps {
  readonly statusCode: number;
  /** The id of the event of an error in the browser. */
  readonly reference?: string | undefined;
}

/**
 * For `pages/_error.tsx` of the Pages Router: reports errors of rendering in the browser, and shows the screen. Errors
 * of the server are reported by `onRequestError`.
 */
export default function PagesErrorPage({ statusCode, reference }: PagesErrorProps) {
  if (statusCode === NOT_FOUND)
    return (
      <>
        {/* Replaces the title of `_app`, which precedes the screen's own. */}
        <Head>
          <title>{NOT_FOUND_TITLE}</title>
        </Head>
        <StatusPage name="notFound" />
      </>
    );
  return <Screen retry={() => location.reload()} reference={reference} />;
}

PagesErrorPage.getInitialProps = ({ res, err }: NextPageContext): PagesErrorProps => ({
  statusCode: res?.statusCode ?? (err ? (err.statusCode ?? FAILED) : NOT_FOUND),
  ...(res === undefined && err && { reference: captureOnce(err) }),
});
