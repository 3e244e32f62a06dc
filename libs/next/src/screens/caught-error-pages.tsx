'use client';

// Both in one module: Next loads them with every page, each from a chunk of its own, and what they share would be there twice.
import type { CaughtErrorProps } from '@adit/fallback-ui';
import { BareDocument, deferScreen } from '@adit/fallback-ui/deferred';
import type * as LateScreens from './late-screens.tsx';
import { useCaughtError } from './use-caught-error.ts';

const load = (): Promise<typeof LateScreens> => import('./late-screens.tsx');

const ErrorScreen = deferScreen(async () => (await load()).LateErrorScreen);
const GlobalErrorScreen = deferScreen(async () => (await load()).LateGlobalErrorScreen, {
  bare: BareDocument,
});

/** For `error.tsx`: reports the error once, reloads the page if a script is missing, and shows the screen. */
export function ErrorPage(props: CaughtErrorProps) {
  return useCaughtError(props.error) === 'recovering' ? (
    <main aria-busy="true" />
  ) : (
    <ErrorScreen {...props} />
  );
}

/** For `global-error.tsx`: like the error page, with a document of its own. */
export function GlobalErrorPage(props: CaughtErrorProps) {
  return useCaughtError(props.error) === 'recovering' ? (
    <html lang="en">
      <body aria-busy="true" />
    </html>
  ) : (
    <GlobalErrorScreen {...props} />
  );
}
