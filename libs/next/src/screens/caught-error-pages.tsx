'use client';

// Both in one module: Next loads them with every page, each from a separate chunk, and shared modules would be there
// twice.
import type { CaughtErrorProps } from '@adit/fallback-ui';
import { BareDocument, deferScreen } from '@adit/fallback-ui/deferred';
import { reloadOnce } from '@adit/router/hold';
import { useBrokenPage } from '@adit/router/next';
import { captureOnce } from './capture-once.ts';
import type * as LateScreens from './late-screens.tsx';

const load = (): Promise<typeof LateScreens> => import('./late-screens.tsx');

/** As both bundlers name it. The bridge, the screens or `onMissing` reload the page, and nobody reports it. */
const isMissingChunk = (error: unknown): boolean => (error as Error | undefined)?.name === 'ChunkLoadError';

function onLeave({ error }: CaughtErrorProps): void {
  if (!isMissingChunk(error)) captureOnce(error);
}

/** Without the screens the kind of the failure is unknown, but a chunk is certainly missing: that of the screens. */
function onMissing({ error }: CaughtErrorProps): void {
  const isReloading = reloadOnce();
  if (!isReloading || !isMissingChunk(error)) captureOnce(error);
}

const DeferredErrorPage = deferScreen<CaughtErrorProps>(async () => (await load()).LateErrorPage, {
  onLeave,
  onMissing,
});

/** For `error.tsx`: reports the error once, reloads the page if a script is missing, and shows the screen. */
export function ErrorPage(props: CaughtErrorProps) {
  // The screens do so too, but they may be missing.
  useBrokenPage();
  return <DeferredErrorPage {...props} />;
}

/** For `global-error.tsx`: like the error page, with its own document. */
export const GlobalErrorPage = deferScreen<CaughtErrorProps>(async () => (await load()).LateGlobalErrorPage, {
  bare: BareDocument,
  onLeave,
  onMissing,
});
