import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];

/** A configuration in a stack. Next compiles `next.config.ts` as `next.config.compiled.js`. */
const FRAME =
  /(?:\(|at (?:async )?)((?:file:\/\/)?[^()\n]*[\\/]next\.config\.(?:compiled\.js|[cm]?[jt]s))(?:\?[^:)\n]*)?:\d/g;

/** The folder in which Next was started, and its arguments. */
export interface Start {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The stack of the call of `withAdit`. */
  readonly stack: string;
}

const hasConfig = (folder: string): boolean =>
  ENDINGS.some((ending) => existsSync(join(folder, `next.config.${ending}`)));

/**
 * Returns the folder of the application: that of `next build apps/shop`; else the current one, if it has a Next
 * configuration; else that of the configuration which calls `withAdit`, as in the processes that Next starts for the
 * build. Next does not tell a configuration its path.
 */
export function findApplicationFolder({ argv, cwd, stack }: Start): string {
  const named = argv.slice(2).map((argument) => resolve(cwd, argument));
  const configs = [...stack.matchAll(FRAME)].map(([, path = '']) => dirname(toPath(path)));
  return [...named, cwd].find(hasConfig) ?? configs.at(-1) ?? cwd;
}

const toPath = (path: string): string => (path.startsWith('file:') ? fileURLToPath(path) : path);

/** The stack of the caller, at any depth. */
export function readStack(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}
