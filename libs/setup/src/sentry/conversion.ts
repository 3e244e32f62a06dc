import type { Application, Draft, Step } from '@adit/codebase';
import { readStyle } from '@adit/codebase/source';
import { readModule, type ModuleScope } from './module-scope.ts';
import type { SdkMajor } from './sdk-major.ts';

/** The input of a conversion, and its steps. */
export interface Conversion {
  readonly draft: Draft;
  readonly application: Application;
  /** The SDK of the application after the conversion. */
  readonly sdk: SdkMajor;
  /** Adds a step for a file. */
  readonly step: (path: string, reason: string, byHand?: Step['byHand']) => void;
  /** Adds a step that stops the conversion of the application. */
  readonly refuse: (path: string, reason: string, byHand: NonNullable<Step['byHand']>) => void;
}

/** A JavaScript file; `undefined` if it is missing. A file of the set-up with a syntax error stops the conversion. */
export function openModule(
  { draft, application, step, refuse }: Conversion,
  path: string | undefined,
): ModuleScope | undefined {
  const text = path === undefined ? undefined : draft.read(path);
  if (path === undefined || text === undefined) return undefined;
  const module = readModule(path, text);
  if (module) return module;
  const { nextConfig, instrumentation, instrumentationClient, sentryConfigs } = application.files;
  const isNeeded = [nextConfig, instrumentation, instrumentationClient, ...sentryConfigs].includes(path);
  (isNeeded ? refuse : step)(path, 'It was not read.', { why: 'it has a syntax error', snippet: '' });
  return undefined;
}

/** Writes the new text of a file, with the file's line breaks. */
export function rewrite({ draft }: Conversion, { path, source }: ModuleScope, text: string): void {
  draft.write(path, text.replaceAll(/\r?\n/g, readStyle(source).eol));
}

/** Appends to a reason why options are left out. */
export const withLeftOut = (reason: string, leftOut: readonly string[]): string =>
  leftOut.length === 0 ? reason : `${reason} Left out: ${leftOut.join('; ')}.`;
