import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineMonitoring } from '@adit/monitoring-config';
import { checkOptions } from '../check-options.ts';
import { monitoringOverrides } from '../monitoring-overrides.ts';
import type { AditOptions } from '../options.ts';

/** The options of the file. */
export interface CheckedFile {
  readonly options: AditOptions;
  readonly tunnelPath: string;
}

/**
 * Checks the options in the file and returns them, with the tunnel path; `undefined` if Node cannot load the file here.
 * TypeScript needs a next.config.ts, or a Node that strips types; otherwise the root layout checks the options when the
 * build loads it.
 * @throws TypeError in one line for the first invalid option
 */
export function checkConfigFile(root: string, file: string | undefined): CheckedFile | undefined {
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

/** Checks values that a server would refuse later. */
function checkMonitoring(options: AditOptions): CheckedFile {
  try {
    const { tunnelPath } = defineMonitoring({}, monitoringOverrides(options));
    return { options, tunnelPath };
  } catch (error) {
    throw new TypeError(`adit.config: monitoring.${(error as Error).message}`, { cause: error });
  }
}
