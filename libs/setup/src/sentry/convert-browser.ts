import { posix } from 'node:path';
import { joinPath } from '../join-path.ts';
import { addMonitoring } from './add-monitoring.ts';
import { openModule, rewrite, withLeftOut, type Conversion } from './conversion.ts';
import { convertClient, type ClientConversion, type NotConverted } from './convert-client.ts';
import type { ModuleScope } from './module-scope.ts';
import type { MonitoringCode } from './monitoring-options.ts';
import { INTEGRATIONS_FILE } from './sentry-integrations.ts';

const REASON = 'Adit starts the SDK of the browser with the options in adit.config.';

/** What the browser's `Sentry.init` leaves for other files. */
export interface BrowserOptions {
  readonly monitoring: readonly MonitoringCode[];
  readonly release: string | undefined;
}

/** Takes the start of the browser's SDK out of `instrumentation-client` and `sentry.client.config`. */
export function convertBrowser(conversion: Conversion): BrowserOptions {
  const { application, step } = conversion;
  const old = application.files.sentryConfigs.find((path) => path.includes('sentry.client.config'));
  const monitoring: MonitoringCode[] = [];
  let release: string | undefined;
  for (const path of [application.files.instrumentationClient, old]) {
    const module = openModule(conversion, path);
    if (!module) continue;
    const converted = convertFile(conversion, module);
    if (converted === undefined) continue;
    if ('why' in converted) {
      step(module.path, REASON, { why: converted.why, snippet: snippetOf(converted) });
      continue;
    }
    monitoring.push(converted.monitoring);
    release ??= converted.release;
    step(module.path, withLeftOut(REASON, converted.leftOut));
  }
  return { monitoring, release };
}

function convertFile(
  conversion: Conversion,
  module: ModuleScope,
): (ClientConversion & { monitoring: MonitoringCode }) | NotConverted | undefined {
  const { draft, application, step } = conversion;
  const { aditConfig, instrumentationClient } = application.files;
  const folder =
    aditConfig === undefined ? application.folder : posix.dirname(aditConfig).replace(/^\.$/, '');
  const converted = convertClient(module, { folder, language: application.language });
  if (converted === undefined || 'why' in converted) return converted;

  const { integrations, monitoring, rest } = converted;
  const { options } = monitoring;
  const adit = openModule(conversion, aditConfig);
  const added = adit && addMonitoring(adit, monitoring);
  if (added && 'why' in added) return { why: `adit.config cannot take its options: ${added.why}`, options };
  const isOld = module.path !== instrumentationClient;
  if (isOld && rest !== undefined && !/^(?:\s*|\/\/.*|\/\*[\s\S]*?\*\/)*$/.test(rest))
    return { why: 'it has more than Sentry.init; move that into instrumentation-client', options };

  const path = joinPath(folder, `${INTEGRATIONS_FILE}.${application.language}`);
  if (integrations !== undefined) {
    if (draft.exists(path)) return { why: `there is a ${path} already`, options };
    draft.write(path, integrations);
    step(path, 'It holds integrations and options that adit.config does not have.');
  }
  if (rest === undefined || isOld) draft.remove(module.path);
  else rewrite(conversion, module, rest);
  if (integrations === undefined) return converted;
  const load = `integrations: async () => (await import('./${INTEGRATIONS_FILE}')).integrations`;
  return {
    ...converted,
    monitoring: { ...monitoring, options: new Map([...options, ['integrations', load]]) },
  };
}

/** What is known for `adit.config`, for a person. */
function snippetOf({ options }: NotConverted): string {
  const lines = [...(options?.values() ?? [])].map((text) => `  ${text.replaceAll('\n', '\n  ')},`);
  return ['monitoring: {', ...lines, '}'].join('\n');
}
