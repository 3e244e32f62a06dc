import type { Draft } from '../plan/draft.ts';
import type { Step } from '../plan/plan.ts';
import type { Application } from '../repository/repository.ts';
import { readStyle } from '../source/style.ts';
import { readModule, type ModuleScope } from './module-scope.ts';

/** What a conversion works on, and what it says. */
export interface Conversion {
  readonly draft: Draft;
  readonly application: Application;
  /** Adds a step for a file. */
  readonly step: (path: string, reason: string, byHand?: Step['byHand']) => void;
}

/** A file of JavaScript; `undefined` if it is missing. A file with a syntax error becomes a step. */
export function openModule({ draft, step }: Conversion, path: string | undefined): ModuleScope | undefined {
  const text = path === undefined ? undefined : draft.read(path);
  if (path === undefined || text === undefined) return undefined;
  const module = readModule(path, text);
  if (!module) step(path, 'It was not read.', { why: 'it has a syntax error', snippet: '' });
  return module;
}

/** Writes the new text of a file, with the line breaks that the file has. */
export function rewrite({ draft }: Conversion, { path, source }: ModuleScope, text: string): void {
  draft.write(path, text.replaceAll(/\r?\n/g, readStyle(source).eol));
}

/** Writes why options are left out behind a reason. */
export const withLeftOut = (reason: string, leftOut: readonly string[]): string =>
  leftOut.length === 0 ? reason : `${reason} Left out: ${leftOut.join('; ')}.`;
