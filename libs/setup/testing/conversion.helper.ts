import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlan, readRepository } from '@adit/codebase';
import { planConversion } from '../src/sentry/plan-conversion.ts';
import { memoryFiles } from '@adit/testing';

type Contents = Readonly<Record<string, string>>;

/** The applications written by a version of Sentry's wizard: testing/wizard/README.md. */
export const readWizard = (version: string): Record<'app-ts' | 'app-js-src' | 'pages-ts', Contents> =>
  JSON.parse(readFileSync(join(__dirname, `wizard/${version}.json`), 'utf8')) as ReturnType<
    typeof readWizard
  >;

/** Plans a conversion, and applies it. */
export function convert(contents: Contents) {
  const files = memoryFiles(contents);
  const plan = planConversion(readRepository(files), files);
  applyPlan(files, plan);
  return {
    ...plan,
    files,
    read: (path: string) => files.read(path),
    byHand: plan.steps.flatMap(({ path, byHand }) => (byHand ? [`${path}: ${byHand.why}`] : [])),
  };
}
