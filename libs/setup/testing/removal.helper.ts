import { memoryFiles } from '@adit/testing';
import { applyPlan, readRepository } from '@adit/codebase';
import { planRemoval } from '../src/removal/plan-removal.ts';
import { planSetup } from '../src/set-up/plan-setup.ts';

/** The files after a set-up. */
export function setUp(contents: Readonly<Record<string, string>>) {
  const files = memoryFiles(contents);
  applyPlan(files, planSetup(readRepository(files), files));
  return files;
}

/** Plans a removal, and applies it. */
export function remove(files: ReturnType<typeof memoryFiles>) {
  const plan = planRemoval(readRepository(files), files);
  applyPlan(files, plan);
  return plan;
}
