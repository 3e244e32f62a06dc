import { findAll, MagicString, propertyName, propertyValue } from '@adit/codebase/source';
import ts from 'typescript';
import { removeProperty } from './edit-object.ts';
import type { ModuleScope } from './module-scope.ts';
import { flatProperties } from './object-properties.ts';
import { GONE_NAMES, type SdkMajor } from './sdk-major.ts';
import { sdkCalls, sdkNameOf } from './sdk-names.ts';

const GONE = 'SDK 11 does not have it';

/** Options of the servers' `Sentry.init` that are removed with every SDK, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  release: 'withAdit gives browser and servers the same release',
};

/** Options that SDK 11 does not support, with the reason. All others stay. */
const GONE_OPTIONS: Readonly<Record<string, string>> = {
  autoSessionTracking: GONE,
  disableInstrumentationWarnings: GONE,
  enableLogs: 'SDK 11 always sends logs',
  enableMetrics: 'SDK 11 always sends metrics',
  enableTracing: GONE,
  instrumenter: GONE,
  maxSpanWaitDuration: GONE,
  openTelemetryBasicTracerProvider: GONE,
  openTelemetryInstrumentations: `${GONE}; register them yourself, and add openTelemetryIntegration()`,
  openTelemetrySpanProcessors: `${GONE}; register them yourself, and add openTelemetryIntegration()`,
  profilesSampleRate: `${GONE}; it has profileSessionSampleRate and profileLifecycle in its place`,
  profilesSampler: `${GONE}; it has profileSessionSampleRate and profileLifecycle in its place`,
  registerEsmLoaderHooks: `${GONE}, and needs no hooks`,
  sendDefaultPii: 'SDK 11 has dataCollection in its place',
  skipOpenTelemetrySetup: 'SDK 11 has enableOpenTelemetrySetup in its place',
  streamGenAiSpans: GONE,
};

export interface ServerConversion {
  /** `undefined` if the file is not changed. */
  readonly text: string | undefined;
  readonly leftOut: readonly string[];
  /** Names that the file uses and SDK 11 does not have, each with its replacement. */
  readonly gone: readonly string[];
}

/**
 * Removes options from a server's file that would no longer work: `sentry.server.config`, `instrumentation` and their
 * helpers.
 */
export function convertServerConfig(module: ModuleScope, sdk: SdkMajor): ServerConversion {
  const edited = new MagicString(module.text);
  const leftOut: string[] = [];
  const table = sdk === 10 ? LEFT_OUT : { ...LEFT_OUT, ...GONE_OPTIONS };
  const properties = sdkCalls(module, 'init').flatMap(({ arguments: [options] }) =>
    options ? (flatProperties(module, options) ?? []) : [],
  );
  for (const property of new Set(properties)) {
    const name = propertyName(property) ?? '';
    if (!Object.hasOwn(table, name)) continue;
    const written = inItsPlace(name, propertyValue(property).getText());
    if (written === undefined) removeProperty(edited, module.text, property);
    else edited.overwrite(property.getStart(), property.getEnd(), written);
    leftOut.push(`${name}: ${table[name]}`);
  }
  return {
    text: edited.hasChanged() ? edited.toString() : undefined,
    leftOut: [...new Set(leftOut)],
    gone: sdk === 10 ? [] : goneNames(module),
  };
}

/** The option that means the same in SDK 11. */
function inItsPlace(name: string, value: string): string | undefined {
  if (name === 'sendDefaultPii' && value === 'false') return 'dataCollection: { userInfo: false }';
  if (name !== 'skipOpenTelemetrySetup' || value === 'false') return undefined;
  return `enableOpenTelemetrySetup: ${value === 'true' ? 'false' : `!(${value})`}`;
}

/** Names that a file uses and SDK 11 does not have, each with its replacement. */
export function goneNames(module: ModuleScope): readonly string[] {
  const names = findAll(module.source, isName).flatMap((node) => sdkNameOf(module, node) ?? []);
  const found = new Set(names.filter((name) => Object.hasOwn(GONE_NAMES, name)));
  return [...found].map((name) => `${name} (in its place: ${GONE_NAMES[name]})`);
}

const isName = (node: ts.Node): node is ts.Identifier | ts.PropertyAccessExpression | ts.QualifiedName =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isQualifiedName(node);
