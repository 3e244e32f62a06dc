import { type Application, type ReadableFiles, readDependency, rangesMeet } from '@adit/codebase';
import { raiseRange } from '../set-up/raise-range.ts';
import { dependenciesFor, SUPPORTED } from '../set-up/versions.ts';
import type { Conversion } from './conversion.ts';
import { sdkMajorOf, type SdkMajor } from './sdk-major.ts';

const SDK = '@sentry/nextjs';

/** Sentry packages that must have the same version as the SDK. */
const SIBLINGS = [
  '@sentry/browser',
  '@sentry/core',
  '@sentry/node',
  '@sentry/node-core',
  '@sentry/opentelemetry',
  '@sentry/profiling-node',
  '@sentry/react',
  '@sentry/vercel-edge',
];

/** The version of the SDK that a conversion leaves: the application's own, if Adit supports it. */
export function keptMajor(files: ReadableFiles, { manifest }: Application): SdkMajor {
  const range = readDependency(files, manifest, SDK)?.range;
  return isIn(range, SUPPORTED[SDK]) ? sdkMajorOf(range) : 11;
}

/** Writes the version of the SDK that the application has afterwards, also for the packages that must have the same. */
export function raiseSdk({ draft, application, sdk, step, refuse }: Conversion): void {
  const { manifest } = application;
  const own = readDependency(draft, manifest, SDK);
  if (own?.range === undefined || !isOlder(own.range, sdk)) return;
  const wanted = dependenciesFor('npm')[SDK] ?? SUPPORTED[SDK];
  for (const name of [SDK, ...SIBLINGS]) {
    const range = readDependency(draft, manifest, name)?.range;
    if (range === undefined || !isOlder(range, sdk)) continue;
    const raised = raiseRange(draft, manifest, name, wanted);
    const reason =
      name === SDK
        ? `Adit needs ${SDK} ${wanted}; it was ${range}. SDK 11 collects more of users and requests than SDKs before: see its option dataCollection.`
        : `It has the version of ${SDK}: ${name} was ${range}.`;
    if ('why' in raised) refuse(raised.path, reason, { why: raised.why, snippet: `"${name}": "${wanted}"` });
    else step(raised.path, reason);
  }
}

/** Whether a range contains no version of the SDK. A text that is not a range passes. */
const isOlder = (range: string, sdk: SdkMajor): boolean => rangesMeet(range, `^${sdk}.0.0-0`) === false;

const isIn = (range: string | undefined, wanted: string): range is string =>
  range !== undefined && rangesMeet(range, wanted) === true;
