import { BROKEN_BROWSER } from './broken-browser.contract.ts';
import { BROKEN_RUN } from './broken-run.contract.ts';
import { BROKEN_SET_UP, type BrokenApplication } from './broken-set-up.contract.ts';
import { BROKEN_TUNNEL } from './broken-tunnel.contract.ts';

/** Applications with one mistake each. */
export const BROKEN: readonly BrokenApplication[] = [
  ...BROKEN_SET_UP,
  ...BROKEN_TUNNEL,
  ...BROKEN_RUN,
  ...BROKEN_BROWSER,
];
