import ts from 'typescript';
import type { Check, Problem } from '../check.ts';
import { browserModules, SDK_MODULE, type BrowserModule } from '../code/browser-modules.ts';
import { findAll, lineOf } from '@adit/codebase/source';
import { readBuild } from '../facts/build.ts';

/** Whether a name of the SDK belongs to its replay code. */
export const isReplay = (name: string): boolean => /^(?:replay(?:Canvas)?Integration|getReplay)$/.test(name);

/** The replay code, 39 KB compressed, is in a separate chunk and loads only for sampled visits. */
export const replay: Check = {
  id: 'replay',
  title: 'The replay code is not in the first load',
  run(subject) {
    const imported = browserModules(subject).flatMap(checkModule);
    if (imported.length > 0) return imported;
    const build = readBuild(subject);
    const first = build?.firstScripts.find((path) => subject.reader.read(path)?.includes('rrweb'));
    if (first === undefined) return [];
    return [
      {
        level: 'warning',
        message: 'Every page loads the replay code: it is in a script of the first load',
        path: first,
        fix: 'Remove replayIntegration() from code for the browser: Adit loads it by the sample rates.',
      },
    ];
  },
};

function checkModule({ path, source, imports }: BrowserModule): Problem[] {
  const sdk = imports.filter(({ module, kind }) => kind !== 'import()' && SDK_MODULE.test(module));
  const named = sdk.filter(({ names }) => [...names.keys()].some(isReplay)).map(({ line }) => line);
  const namespaces = sdk.flatMap(({ kind, names }) => (kind === 'import' && names.get('*')) || []);
  const accessed = findAll(source, ts.isPropertyAccessExpression)
    .filter(({ expression, name }) => namespaces.includes(expression.getText()) && isReplay(name.text))
    .map(lineOf);
  return [...named, ...accessed].map((line) => ({
    level: 'warning',
    message: 'This puts the replay code into the page, also for visits that are not sampled',
    path,
    line,
    fix: 'Remove it, and set monitoring.replaysOnErrorSampleRate or SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE.',
  }));
}
