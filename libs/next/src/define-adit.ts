import type { AditOptions } from './options.ts';

/** Returns the options unchanged; the compiler checks them. `next build` and the server check them again. */
export function defineAdit(options: AditOptions): AditOptions {
  return options;
}
