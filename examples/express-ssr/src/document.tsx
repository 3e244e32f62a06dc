import { FaultBoundary } from '@adit/fallback-ui/boundary';
import { deferScreen } from '@adit/fallback-ui/deferred';
import type { ComponentProps } from 'react';
import { PAGES } from './pages';

/** A separate chunk, fetched when the page is idle. */
const Screen = deferScreen(async () => (await import('./error-screen')).ErrorScreen);

export interface DocumentProps extends Pick<ComponentProps<typeof FaultBoundary>, 'onFault'> {
  readonly path: string;
  /** The server's monitoring settings for the browser, as JSON. */
  readonly settings: string;
}

export function Document({ path, settings, onFault }: DocumentProps) {
  const Page = PAGES[path];
  return (
    <html lang="en" data-monitoring={settings}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <FaultBoundary fallback={Screen} onFault={onFault}>
          {Page && <Page />}
        </FaultBoundary>
      </body>
    </html>
  );
}
