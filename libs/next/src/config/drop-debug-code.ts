const IMPORT = /import \{ DEBUG_BUILD \} from ['"][^'"]+['"];?/;
const FLAG = /typeof __SENTRY_DEBUG__ === ['"]undefined['"] \|\| __SENTRY_DEBUG__/g;

/**
 * A loader for both bundlers. It writes `false` for the constant behind which Sentry's SDK has its debug code: neither
 * follows a constant from one module into another. Lines stay where they are.
 */
export default function dropDebugCode(source: string): string {
  const own = source.replace(FLAG, 'false');
  return IMPORT.test(own) ? own.replace(IMPORT, '').replace(/\bDEBUG_BUILD\b/g, 'false') : own;
}
