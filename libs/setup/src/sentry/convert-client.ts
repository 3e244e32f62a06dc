import ts from 'typescript';
import { findExportedHook } from './exported-hook.ts';
import { findInit } from './find-init.ts';
import type { ModuleScope } from './module-scope.ts';
import { writeMonitoring, type MonitoringCode } from './monitoring-options.ts';
import { writeIntegrations } from './sentry-integrations.ts';
import { splitOptions } from './split-options.ts';
import { takeOut } from './take-out.ts';

/** What a file that started the SDK of the browser becomes. */
export interface ClientConversion {
  readonly monitoring: MonitoringCode;
  /** The text of `sentry.integrations`, if it is needed. */
  readonly integrations: string | undefined;
  /** What is left of the file, if anything. */
  readonly rest: string | undefined;
  /** The release, as an expression that stands anywhere. */
  readonly release: string | undefined;
  /** What is left out, and why. */
  readonly leftOut: readonly string[];
}

/** The file stays as it is. */
export interface NotConverted {
  readonly why: string;
  /** The options for `monitoring` that are known. */
  readonly options?: ReadonlyMap<string, string>;
}

const TRANSITION = 'captureRouterTransitionStart';

/** Takes the start of the browser's SDK out of a file. `undefined` if the file does not start it. */
export function convertClient(
  module: ModuleScope,
  target: { readonly folder: string; readonly language: 'ts' | 'js' },
): ClientConversion | NotConverted | undefined {
  const init = findInit(module);
  if (init === undefined || 'why' in init) return init;
  const split = splitOptions(module, init.options);
  const monitoring = writeMonitoring(module, split.monitoring, target.folder);
  if ('why' in monitoring) return monitoring;
  const integrations = writeIntegrations(module, split, target);
  const unknown = [...split.unknown, ...(integrations && 'why' in integrations ? [integrations.why] : [])];
  const transition = findExportedHook(module, TRANSITION);
  if (transition.isCalled) unknown.push(`a function of its own calls ${TRANSITION}`);
  if (unknown.length > 0 || (integrations && 'why' in integrations))
    return { why: unknown.join('; '), options: monitoring.options };

  const { release } = split;
  const isAlone = release !== undefined && module.namesUsedBy(release).size === 0;
  const moved = [...monitoring.statements, ...(integrations?.statements ?? [])];
  const stateful = moved.find((statement) => ts.isVariableStatement(statement) && !isConstant(statement));
  if (stateful)
    return { why: `its options share a variable: ${stateful.getText()}`, options: monitoring.options };
  return {
    monitoring,
    integrations: integrations?.text,
    rest: takeOut(module, [init.statement, ...transition.statements]),
    release: isAlone ? release.getText() : undefined,
    leftOut: [
      ...split.leftOut,
      ...(release && !isAlone ? ['release: pass it to withAdit(nextConfig, { release })'] : []),
    ],
  };
}

const isConstant = ({ declarationList }: ts.VariableStatement): boolean =>
  (declarationList.flags & ts.NodeFlags.Const) !== 0;
