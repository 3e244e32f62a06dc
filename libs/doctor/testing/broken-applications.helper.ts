import { BROKEN_CHUNKS } from './built-chunks.helper.ts';
import { BROKEN_BROWSER } from './broken-browser.helper.ts';
import { BROKEN_NEXT } from './broken-next.helper.ts';
import { BROKEN_RUN } from './broken-run.helper.ts';
import { BROKEN_SET_UP, type BrokenApplication } from './broken-set-up.helper.ts';
import { BROKEN_TUNNEL } from './broken-tunnel.helper.ts';

/** Applications with one mistake each. */
export const BROKEN: readonly BrokenApplication[] = [
  ...BROKEN_SET_UP,
  ...BROKEN_NEXT,
  ...BROKEN_TUNNEL,
  ...BROKEN_RUN,
  ...BROKEN_BROWSER,
  ...BROKEN_CHUNKS,
];
