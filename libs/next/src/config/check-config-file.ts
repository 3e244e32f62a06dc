import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineMonitoring, type Monitoring } from '@adit/monitoring-config';
import { checkOptions } from '../check-options.ts';
import { monitoringOverrides } from '../monitoring-overrides.ts';
import type { AditOptions } from '../options.ts';

/**
 * Checks the options in the file, if Node can load it here: TypeScript needs a next.config.ts, or a Node that strips types. If
 * not, the root layout checks them when the build loads it. Returns their settings, without those of variables; `undefined` if the
 * file cannot be loaded.
 * @throws TypeError in one line for the first wrong option
 */
export function checkConfigFile(root: string, file: string | undefined): Monitoring | undefined {
  if (file === undefined) return checkMonitoring({});
  let options: unknown;
  try {
    const loaded = createRequire(join(root, 'package.json'))(join(root, file)) as { default?: unknown };
    options = loaded.default ?? loaded;
  } catch {
    return undefined;
  }
  return checkMonitoring(checkOptions(options));
}

/** What a server would refuse later. */
function checkMonitoring(options: AditOptions): Monitoring {
  try {
    return defineMonitoring({}, monitoringOverrides(options));
  } catch (error) {
    throw new TypeError(`adit.config: monitoring.${(error as Error).message}`, { cause: error });
  }
}
