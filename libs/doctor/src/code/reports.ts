import type { Subject } from '../check.ts';
import { importsOf } from '@adit/codebase/source';
import { createResolver } from '@adit/codebase';

/** The maximum number of modules followed from one screen. */
const MAX_MODULES = 100;

/** Whether a file, or its imports of the application, uses a screen of Adit or reports errors itself. */
export function reports(subject: Subject, path: string): boolean {
  const resolve = createResolver(subject);
  const open = [path];
  for (const here of open) {
    const source = subject.reader.code(here);
    for (const { module, names } of source ? importsOf(source) : []) {
      if (/^@adit\/(?:next\/(?:screens\/|report$)|fallback-ui)/.test(module)) return true;
      if (
        module.startsWith('@sentry/') &&
        [...names.keys()].some((name) => name === '*' || name.startsWith('capture'))
      )
        return true;
      const next = resolve(module, here);
      if (next !== undefined && !open.includes(next) && open.length < MAX_MODULES) open.push(next);
    }
  }
  return false;
}
