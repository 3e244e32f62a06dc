import { posix } from 'node:path';
import { joinPath } from '../join-path.ts';
import { openModule, rewrite, withLeftOut, type Conversion } from './conversion.ts';
import { convertBrowser } from './convert-browser.ts';
import { convertInstrumentation, newInstrumentation } from './convert-instrumentation.ts';
import { convertNextConfig } from './convert-next-config.ts';
import { convertServerConfig } from './convert-server-config.ts';
import { convertScreens } from './convert-screens.ts';
import { findExamplePages } from './example-pages.ts';
import type { MonitoringCode } from './monitoring-options.ts';

/**
 * Takes Sentry's own set-up out of an application, in a draft. Returns the options that `monitoring` of `adit.config` needs once
 * there is one.
 */
export function convertApplication(conversion: Conversion): readonly MonitoringCode[] {
  const { draft, application, step } = conversion;
  const browser = convertBrowser(conversion);
  convertBuild(conversion, browser.release);
  convertServers(conversion);
  convertScreens(conversion);
  for (const path of findExamplePages(draft, application)) {
    draft.remove(path);
    step(path, 'It is an example of Sentry’s wizard.');
  }
  return browser.monitoring;
}

function convertBuild(conversion: Conversion, release: string | undefined): void {
  const module = openModule(conversion, conversion.application.files.nextConfig);
  const converted = module && convertNextConfig(module, release);
  if (!module || !converted) return;
  if ('why' in converted) {
    conversion.step(module.path, 'withAdit calls withSentryConfig itself.', {
      why: converted.why,
      snippet:
        'withAdit(nextConfig, { sentry: { /* the options of withSentryConfig, without tunnelRoute and release */ } })',
    });
    return;
  }
  rewrite(conversion, module, converted.text);
  conversion.step(
    module.path,
    withLeftOut('withAdit takes the place of withSentryConfig.', converted.leftOut),
  );
}

function convertServers(conversion: Conversion): void {
  const { draft, application, step } = conversion;
  const sides = ['server', 'edge'] as const;
  const configs = sides.flatMap((side) => {
    const path = application.files.sentryConfigs.find((one) => one.includes(`sentry.${side}.config`));
    return path === undefined ? [] : [[side, path] as const];
  });
  for (const [, path] of configs) {
    const module = openModule(conversion, path);
    const converted = module && convertServerConfig(module);
    if (!converted) continue;
    rewrite(conversion, module, converted.text);
    step(path, withLeftOut('It stays in use.', converted.leftOut));
  }

  const { instrumentation } = application.files;
  if (instrumentation === undefined && configs.length > 0) {
    const path = joinPath(application.sourceFolder, `instrumentation.${application.language}`);
    const imports = configs.map(
      ([side, config]) => [side, importPath(application.sourceFolder, config)] as const,
    );
    draft.write(path, newInstrumentation(new Map(imports)));
    step(path, 'It loads sentry.server.config and sentry.edge.config, which SDK 11 does not load itself.');
    return;
  }
  const module = openModule(conversion, instrumentation);
  const converted = module && convertInstrumentation(module);
  if (!module || !converted) return;
  if ('why' in converted)
    step(module.path, 'Adit reports errors of requests, with their digest.', {
      why: converted.why,
      snippet: "export { onRequestError } from '@adit/next/instrumentation';",
    });
  else {
    rewrite(conversion, module, converted.text);
    step(module.path, 'Adit reports errors of requests, with their digest, in place of captureRequestError.');
  }
}

/** How a file of a folder imports another file. */
function importPath(folder: string, path: string): string {
  const relative = posix.relative(`/${folder}`, `/${path}`).replace(/\.[cm]?[jt]sx?$/, '');
  return relative.startsWith('.') ? relative : `./${relative}`;
}
