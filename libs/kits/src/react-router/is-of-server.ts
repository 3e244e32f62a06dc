import { IS_DEVELOPMENT } from '../built.ts';

/** A frame of a script that a page has loaded, in Chromium, or in Firefox and Safari. The server's frames are files. */
const FRAME_OF_PAGE = /^\s+at .*https?:\/\/|@https?:\/\//m;

/**
 * Whether the server has reported the error. In production, React Router removes the stack of such an error; in development
 * it sends that of the server.
 */
export function isOfServer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return !error.stack || (IS_DEVELOPMENT && !FRAME_OF_PAGE.test(error.stack));
}
