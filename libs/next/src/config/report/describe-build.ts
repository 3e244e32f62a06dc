import type { CompiledParts } from './read-build.ts';

/** The facts known after a build has compiled. */
export interface BuildFacts extends CompiledParts {
  readonly name: string | undefined;
  readonly release: string | undefined;
  /** The address to which browsers send; `undefined` if only the running application knows it. */
  readonly tunnel: string | undefined;
  /** Whether `monitoring.enabled` is `false`. */
  readonly isOff: boolean;
  readonly hasRouter: boolean;
  /** The version of `@sentry/nextjs`, if Node finds it. */
  readonly sdk: string | undefined;
  /** When browsers load the SDK. */
  readonly loads: string;
  readonly isStaticExport: boolean;
  /** Whether scripts come from another origin, and pages load them without `crossOrigin`. */
  readonly hasForeignScripts: boolean;
}

/** The lines of the build's output: what was built, what was found, and what is off and why. */
export function describeBuild(facts: BuildFacts): readonly [string, string, string] {
  const { name, release, tunnel, hasInstrumentation, hasClient, pages, screens, sdk, loads } = facts;
  const found = [
    hasInstrumentation && 'instrumentation',
    hasClient && 'the start in the browser',
    pages.withRoot > 0 && `AditRoot around ${pages.withRoot} of ${pages.all} pages`,
    screens.length > 0 && `the screens ${screens.join(', ')}`,
    sdk !== undefined && `@sentry/nextjs ${sdk}, loaded ${loads}`,
  ].filter(Boolean);
  const off = offIn(facts);
  return [
    `${name ?? 'This application'} is ${release ?? 'without a release'}; browsers send to ${tunnel ?? 'the tunnel path of adit.config'}.`,
    `Found: ${found.join('; ')}.`,
    off.length > 0 ? `Off: ${off.join('; ')}.` : 'Nothing is off.',
  ];
}

function offIn(facts: BuildFacts): string[] {
  const {
    isOff,
    hasClient,
    hasRouter,
    isStaticExport,
    hasInstrumentation,
    hasForeignScripts,
    pages,
    screens,
  } = facts;
  return [
    isOff && 'monitoring (monitoring.enabled is false)',
    !hasClient && 'errors of browsers (no instrumentation-client that exports @adit/next/client)',
    isStaticExport && !hasInstrumentation && 'the server (output is export: another serves the tunnel)',
    !hasRouter && 'the router (router is false)',
    hasRouter &&
      pages.withRoot < pages.all &&
      `deadlines and the offline screen on ${pages.all - pages.withRoot} of ${pages.all} pages (no AditRoot in their root layout)`,
    screens.length === 0 && 'the error screens (no file exports one)',
    hasForeignScripts &&
      'stacks of browsers (scripts of another origin report “Script error.” alone: set crossOrigin to "anonymous", and let that origin allow it)',
  ].filter((line) => line !== false);
}
