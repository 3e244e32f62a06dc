import { RELOAD_KEY } from '../reload/reload-key.ts';

/**
 * Reloads the page as the reload breaker does, once for each build and page, for when the breaker's chunk is missing.
 * The inline script of `MissingChunkScreen` does it; a page without one is not reloaded. Returns whether the page is
 * being reloaded: not offline, nor if tab storage does not keep the mark.
 */
export const reloadOnce = (): boolean =>
  (window as { [RELOAD_KEY]?: () => true | undefined })[RELOAD_KEY]?.() ?? false;
