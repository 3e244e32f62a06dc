import MagicString from 'magic-string';
import { findInit } from './find-init.ts';
import type { ModuleScope } from './module-scope.ts';
import { propertyName, propertyValue } from './property.ts';
import { removeProperty } from './split-build-options.ts';

/** Options of the servers' `Sentry.init` that go, with the reason. All others stay. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  release: 'withAdit gives browser and servers the same release',
  autoSessionTracking: 'SDK 11 does not have it',
  enableLogs: 'SDK 11 always sends logs',
  enableTracing: 'SDK 11 does not have it',
  sendDefaultPii: 'SDK 11 has dataCollection in its place',
};

/** Takes options out of `sentry.server.config` or `sentry.edge.config` that would not work any more. */
export function convertServerConfig(
  module: ModuleScope,
): { readonly text: string; readonly leftOut: readonly string[] } | undefined {
  const init = findInit(module);
  if (init === undefined || 'why' in init) return undefined;
  const edited = new MagicString(module.text);
  const leftOut: string[] = [];
  for (const property of init.options.properties) {
    const name = propertyName(property) ?? '';
    if (!Object.hasOwn(LEFT_OUT, name)) continue;
    const isOff = name === 'sendDefaultPii' && propertyValue(property).getText() === 'false';
    if (isOff)
      edited.overwrite(property.getStart(), property.getEnd(), 'dataCollection: { userInfo: false }');
    else removeProperty(edited, module.text, property);
    leftOut.push(`${name}: ${LEFT_OUT[name]}`);
  }
  return leftOut.length === 0 ? undefined : { text: edited.toString(), leftOut };
}
