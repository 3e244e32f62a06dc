import type { AditOptions } from './options.ts';

/** Returns the options as they are, checked by the compiler. `next build` and the server check them again. */
export function defineAdit(options: AditOptions): AditOptions {
  return options;
}
