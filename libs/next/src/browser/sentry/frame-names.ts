import type { Event, Integration, StackFrame } from '@sentry/core';

/** Chunks of Next itself. */
const NEXT_CHUNK =
  /\/_next\/static\/chunks\/(main-|main-app-|polyfills-|webpack-|framework-|framework\.)[0-9a-f]+\.js(:\d+)*$/;

/** Sentry's webpack loader sets the value as a global, Next writes it into the code. */
const assetPath = (): string =>
  process.env._sentryRewriteFramesAssetPrefixPath ||
  (globalThis as { _sentryRewriteFramesAssetPrefixPath?: string })._sentryRewriteFramesAssetPrefixPath ||
  '';

/**
 * Names the files of stack frames as their source maps do: `app:///_next/static/…`. It replaces the integration of
 * the same name in @sentry/nextjs, which does not export it.
 */
export const frameNames = (): Integration => ({
  name: 'NextjsClientStackFrameNormalization',
  processEvent: (event: Event) => {
    for (const { stacktrace } of event.exception?.values ?? []) stacktrace?.frames?.forEach(rename);
    return event;
  },
});

function rename(frame: StackFrame): void {
  const { filename } = frame;
  if (!filename) return;
  try {
    const { origin } = new URL(filename);
    frame.filename = filename.replace(origin, 'app://').replace(assetPath(), '');
  } catch {
    // Not an address.
  }
  // Chunks of routes have brackets in their names.
  if (frame.filename?.startsWith('app:///_next')) frame.filename = decode(frame.filename);
  if (frame.filename && NEXT_CHUNK.test(frame.filename)) frame.in_app = false;
}

function decode(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
