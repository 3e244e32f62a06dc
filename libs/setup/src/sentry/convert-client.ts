import ts from 'typescript';
import { findInit } from './find-init.ts';
import type { ModuleScope } from './module-scope.ts';
import { writeMonitoring, type MonitoringCode } from './monitoring-options.ts';
import { writeIntegrations } from './sentry-integrations.ts';
import { splitOptions } from './split-options.ts';
import type { SdkMajor } from './sdk-major.ts';
import { takeHook, type HookSwap } from './take-hook.ts';
import { takeOut } from './take-out.ts';

/** The result for a file that started the SDK of the browser. */
export interface ClientConversion {
  readonly monitoring: MonitoringCode;
  /** `sentry.integrations`, if needed, and the exports that `adit.config` loads from it. */
  readonly integrations:
    { readonly text: string; readonly exports: readonly ('integrations' | 'replay')[] } | undefined;
  /** The rest of the file, if there is one. */
  readonly rest: string | undefined;
  /** The release. */
  readonly release: ts.Node | undefined;
  /** Options that are left out, each with the reason. */
  readonly leftOut: readonly string[];
}

/** The file is not converted. */
export interface NotConverted {
  readonly why: string;
  /** The work by hand, unless it is to write options into `adit.config`. */
  readonly snippet?: string;
  /** The options for `monitoring` that are known. */
  readonly options?: ReadonlyMap<string, string>;
}

const TRANSITION: HookSwap = {
  sdk: 'captureRouterTransitionStart',
  module: '@adit/next/client',
  name: 'onRouterTransitionStart',
  alias: 'startAditTransition',
};

/** Removes the start of the browser's SDK from a file. `undefined` if the file does not start it. */
export function convertClient(
  module: ModuleScope,
  target: { readonly folder: string; readonly language: 'ts' | 'js'; readonly sdk: SdkMajor },
): ClientConversion | NotConverted | undefined {
  const init = findInit(module);
  if (init === undefined || 'why' in init) return init;
  const split = splitOptions(init, { module, sdk: target.sdk });
  const monitoring = writeMonitoring(module, split.monitoring, target.folder);
  if ('why' in monitoring) return { why: [...split.unknown, monitoring.why].join('; ') };
  const integrations = writeIntegrations(module, split, target);
  const hook = takeHook(module, TRANSITION);
  const unknown = [
    ...split.unknown,
    ...[integrations, hook].flatMap((one) => (one && 'why' in one ? [one.why] : [])),
  ];
  if (unknown.length > 0 || (integrations && 'why' in integrations) || 'why' in hook)
    return { why: unknown.join('; '), options: monitoring.options };

  const moved = [...monitoring.statements, ...(integrations?.statements ?? [])];
  const stateful = moved.find((statement) => ts.isVariableStatement(statement) && !isConstant(statement));
  if (stateful)
    return { why: `its options share a variable: ${stateful.getText()}`, options: monitoring.options };
  return {
    monitoring,
    integrations,
    rest: takeOut(module, [init.statement, ...hook.statements], hook),
    release: split.release,
    leftOut: split.leftOut,
  };
}

/** Removes the SDK's hook from a file that does not start the SDK. `undefined` if it has none. */
export function convertHook(
  module: ModuleScope,
): { readonly rest: string | undefined } | { readonly why: string } | undefined {
  const hook = takeHook(module, TRANSITION);
  if ('why' in hook) return hook;
  const isThere = hook.statements.length + hook.callees.length > 0;
  return isThere ? { rest: takeOut(module, hook.statements, hook) } : undefined;
}

const isConstant = ({ declarationList }: ts.VariableStatement): boolean =>
  (declarationList.flags & ts.NodeFlags.Const) !== 0;
