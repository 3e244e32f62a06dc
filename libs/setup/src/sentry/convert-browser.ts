import { posix } from 'node:path';
import { folderOf, joinPath } from '@adit/codebase';
import { CONVERT } from '../set-up/refusals.ts';
import { addMonitoring } from './add-monitoring.ts';
import { openModule, rewrite, withLeftOut, type Conversion } from './conversion.ts';
import { convertClient, convertHook, type ClientConversion, type NotConverted } from './convert-client.ts';
import { dropImports } from './drop-imports.ts';
import type { ModuleScope } from './module-scope.ts';
import type { MonitoringCode } from './monitoring-options.ts';
import { INTEGRATIONS_FILE } from './sentry-integrations.ts';

const REASON = 'Adit starts the SDK of the browser with the options in adit.config.';

const FILE = `await import('./${INTEGRATIONS_FILE}')`;

/** Servers lack some of the browser's integrations, and a bundler fails on a missing name. */
const LOAD = {
  integrations: `async () =>\n  typeof window === 'undefined' ? [] : (${FILE}).integrations`,
  replay: `async () => (typeof window === 'undefined' ? {} : (${FILE}).replay)`,
};

/** The release in the browser's `Sentry.init`. */
export interface ClientRelease {
  readonly path: string;
  readonly text: string;
  /** Whether the expression has the same meaning in any file. */
  readonly isAlone: boolean;
}

/** The parts of the browser's `Sentry.init` that go to other files. */
export interface BrowserOptions {
  readonly monitoring: readonly MonitoringCode[];
  readonly release: ClientRelease | undefined;
}

/** Removes the start of the browser's SDK from `instrumentation-client` and `sentry.client.config`. */
export function convertBrowser(conversion: Conversion): BrowserOptions {
  const { application, step, refuse } = conversion;
  const old = application.files.sentryConfigs.find((path) => path.includes('sentry.client.config'));
  const monitoring: MonitoringCode[] = [];
  let release: ClientRelease | undefined;
  let earlier: string | undefined;
  // The old file first: the other one may import it, and then gets the rest of it.
  for (const path of [old, application.files.instrumentationClient]) {
    const module = openModule(conversion, path);
    if (!module) continue;
    const converted = convertFile(conversion, module, earlier);
    if (converted === undefined) {
      takeHookOut(conversion, module);
      continue;
    }
    if ('why' in converted) {
      refuse(module.path, REASON, { why: converted.why, snippet: snippetOf(converted) });
      continue;
    }
    if (converted.integrations) earlier = module.path;
    monitoring.push(converted.monitoring);
    release ??= converted.release && readRelease(module, converted.release);
    step(module.path, withLeftOut(REASON, converted.leftOut));
  }
  return { monitoring, release };
}

function readRelease(module: ModuleScope, node: NonNullable<ClientConversion['release']>): ClientRelease {
  return {
    path: module.path,
    text: node.getText(),
    isAlone: module.namesUsedBy(node).size === 0,
  };
}

/** `instrumentation-client` of an application that starts the SDK in `sentry.client.config`. */
function takeHookOut(conversion: Conversion, module: ModuleScope): void {
  const { draft, refuse, step } = conversion;
  const converted = convertHook(module);
  if (!converted) return;
  if ('why' in converted) {
    refuse(module.path, REASON, {
      why: converted.why,
      snippet: "export { onRouterTransitionStart } from '@adit/next/client';",
    });
    return;
  }
  if (converted.rest === undefined) draft.remove(module.path);
  else rewrite(conversion, module, converted.rest);
  step(module.path, 'Adit records navigations, in place of captureRouterTransitionStart.');
}

/** `earlier`: the file that also started the SDK, and that contains the integrations. */
function convertFile(
  conversion: Conversion,
  module: ModuleScope,
  earlier: string | undefined,
): (ClientConversion & { monitoring: MonitoringCode }) | NotConverted | undefined {
  const { draft, application, sdk, step } = conversion;
  const { aditConfig, instrumentationClient } = application.files;
  const folder = aditConfig === undefined ? application.folder : folderOf(aditConfig);
  const converted = convertClient(module, { folder, language: application.language, sdk });
  if (converted === undefined || 'why' in converted) return converted;

  const { integrations, monitoring, rest } = converted;
  const { options } = monitoring;
  const adit = openModule(conversion, aditConfig);
  const added = adit && addMonitoring(adit, monitoring);
  if (added && 'why' in added) return { why: `adit.config cannot take its options: ${added.why}`, options };
  const isOld = module.path !== instrumentationClient;
  const hasMore = rest !== undefined && !/^(?:\s*|\/\/.*|\/\*[\s\S]*?\*\/)*$/.test(rest);
  // Next to it, so that its imports stay valid: Next also finds it in the folder of the application if `src` has none.
  const next = joinPath(folderOf(module.path), `instrumentation-client${posix.extname(module.path)}`);
  if (isOld && hasMore && instrumentationClient !== undefined)
    return { why: 'it has more than Sentry.init; move that into instrumentation-client', options };
  if (isOld) {
    const importer = dropImports(conversion, module.path);
    if (importer !== undefined) return { why: `${importer} loads it by import() or require`, options };
  }

  const path = joinPath(folder, `${INTEGRATIONS_FILE}.${application.language}`);
  if (integrations !== undefined) {
    if (!draft.exists(path)) {
      draft.write(path, integrations.text);
      step(path, 'It holds integrations and options that adit.config does not have.');
    } else if (earlier === undefined) return { why: `there is a ${path} already`, options };
    else if (draft.read(path) !== integrations.text)
      return {
        why: `${earlier} starts the SDK of the browser, too, with other integrations or options`,
        snippet: `// Move what you need of Sentry.init in ${earlier} to ${module.path}, and take it out there. Then run ${CONVERT} again.`,
      };
  }
  if (rest === undefined || isOld) draft.remove(module.path);
  if (isOld && hasMore) draft.write(next, rest);
  else if (rest !== undefined && !isOld) rewrite(conversion, module, rest);
  if (integrations === undefined) return converted;
  const loaded = integrations.exports.map((name) => [name, `${name}: ${LOAD[name]}`] as const);
  return { ...converted, monitoring: { ...monitoring, options: new Map([...options, ...loaded]) } };
}

/** The known options for `adit.config`, to be written by hand. */
function snippetOf({ options, snippet }: NotConverted): string {
  if (snippet !== undefined) return snippet;
  const lines = [...(options?.values() ?? [])].map((text) => `  ${text.replaceAll('\n', '\n  ')},`);
  return ['monitoring: {', ...lines, '}'].join('\n');
}
