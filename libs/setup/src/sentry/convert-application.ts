import { posix } from 'node:path';
import { joinPath } from '@adit/codebase';
import { openModule, rewrite, withLeftOut, type Conversion } from './conversion.ts';
import { convertBrowser, type ClientRelease } from './convert-browser.ts';
import { convertInstrumentation, newInstrumentation } from './convert-instrumentation.ts';
import { convertNextConfig } from './convert-next-config.ts';
import { convertServerConfig } from './convert-server-config.ts';
import { convertScreens } from './convert-screens.ts';
import { findExamplePages } from './example-pages.ts';
import type { MonitoringCode } from './monitoring-options.ts';

/**
 * Removes Sentry's own set-up from an application, in a draft. Returns the options that `monitoring` of `adit.config`
 * needs once it exists.
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

function convertBuild(conversion: Conversion, release: ClientRelease | undefined): void {
  const { sdk, step, refuse } = conversion;
  const module = openModule(conversion, conversion.application.files.nextConfig);
  const converted = module && convertNextConfig(module, release, sdk);
  if (release && (!module || !converted || ('isReleaseOpen' in converted && converted.isReleaseOpen)))
    tellRelease(conversion, release);
  if (!module || !converted) return;
  if ('why' in converted) {
    refuse(module.path, 'withAdit calls withSentryConfig itself.', {
      why: converted.why,
      snippet:
        'withAdit(nextConfig, { sentry: { /* the options of withSentryConfig, without tunnelRoute and release */ } })',
    });
    return;
  }
  rewrite(conversion, module, converted.text);
  step(module.path, withLeftOut('withAdit takes the place of withSentryConfig.', converted.leftOut));
}

/** The build needs the release, but another file computes it. */
function tellRelease({ step, application }: Conversion, { path, text }: ClientRelease): void {
  step(application.files.nextConfig ?? path, 'withAdit gives browser and servers the same release.', {
    why: `${path} had a release of its own`,
    snippet: `withAdit(nextConfig, { release: ${text} })`,
  });
}

function convertServers(conversion: Conversion): void {
  const { draft, application, sdk, step, refuse } = conversion;
  const sides = ['server', 'edge'] as const;
  const configs = sides.flatMap((side) => {
    const path = application.files.sentryConfigs.find((one) => one.includes(`sentry.${side}.config`));
    return path === undefined ? [] : [[side, path] as const];
  });
  for (const path of [...configs.map(([, path]) => path), application.files.instrumentation]) {
    const module = openModule(conversion, path);
    const converted = module && convertServerConfig(module, sdk);
    if (!converted) continue;
    if (converted.text !== undefined) {
      rewrite(conversion, module, converted.text);
      step(module.path, withLeftOut('It stays in use.', converted.leftOut));
    }
    if (converted.gone.length > 0) tellGone(conversion, module.path, converted.gone);
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
    refuse(module.path, 'Adit reports errors of requests, with their digest.', {
      why: converted.why,
      snippet: "export { onRequestError } from '@adit/next/instrumentation';",
    });
  else {
    rewrite(conversion, module, converted.text);
    step(module.path, 'Adit reports errors of requests, with their digest, in place of captureRequestError.');
  }
}

/** A file that stays in use contains names that the SDK no longer exports. */
export const tellGone = ({ step }: Conversion, path: string, gone: readonly string[]): void =>
  step(path, 'It runs with SDK 11.', {
    why: `SDK 11 does not have ${gone.join(', ')}`,
    snippet: '',
  });

/** The path with which a file of a folder imports another file. */
function importPath(folder: string, path: string): string {
  const relative = posix.relative(`/${folder}`, `/${path}`).replace(/\.[cm]?[jt]sx?$/, '');
  return relative.startsWith('.') ? relative : `./${relative}`;
}
