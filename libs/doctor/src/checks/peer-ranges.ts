import { SUPPORTED } from '@adit/setup';
import type { Check, Problem, Subject } from '../check.ts';
import { addCommand, isStrictInstall, rangesMeet } from '@adit/codebase';
import { installedVersion, isSupported, manifestLine, dependenciesOf } from '../facts/manifest.ts';

const SDK = '@sentry/nextjs';
const SDK_RANGE = SUPPORTED[SDK];

/** The packages around Adit have supported versions. */
export const peerRanges: Check = {
  id: 'peer-ranges',
  title: '@sentry/nextjs and the packages of Adit have versions that fit together',
  run(subject) {
    const dependencies = dependenciesOf(subject);
    return [
      ...checkSdk(subject, dependencies[SDK]),
      ...checkCore(subject, dependencies),
      ...checkAdit(subject, dependencies),
    ];
  },
};

function checkSdk(subject: Subject, range: string | undefined): Problem[] {
  const installed = installedVersion(subject, SDK);
  if (range !== undefined && isSupported(range, installed, SDK_RANGE)) return [];
  return [
    {
      level: 'error',
      message:
        range === undefined
          ? `${SDK} is missing: Adit needs it`
          : `${SDK} ${installed ?? range} is not supported: Adit needs ${SDK_RANGE}`,
      path: subject.application.manifest,
      line: manifestLine(subject, SDK),
      fix: addCommand(subject.repository, `${SDK}@${SDK_RANGE}`),
    },
  ];
}

type Dependencies = Readonly<Record<string, string>>;

/**
 * With pnpm, and Yarn without node_modules, a package finds only packages that it declares, and Adit leaves the version
 * of @sentry/core to the application.
 */
function checkCore(subject: Subject, dependencies: Dependencies): Problem[] {
  const { application, repository, reader } = subject;
  const { packageManager } = repository;
  const sdk = dependencies[SDK];
  const isNamed = '@sentry/core' in dependencies || !isStrictInstall(reader, packageManager);
  if (isNamed || sdk === undefined) return [];
  return [
    {
      level: 'warning',
      message: `With ${packageManager}, Adit finds @sentry/core only if package.json names it`,
      path: application.manifest,
      fix: addCommand(repository, `@sentry/core@${installedVersion(subject, SDK) ?? sdk}`),
    },
  ];
}

/** The packages of Adit are released together. */
function checkAdit(subject: Subject, dependencies: Dependencies): Problem[] {
  const { '@adit/next': kit, '@adit/tunnel-server': server } = dependencies;
  if (kit === undefined || server === undefined || rangesMeet(kit, server) !== false) return [];
  return [
    {
      level: 'warning',
      message: `@adit/tunnel-server ${server} and @adit/next ${kit} are of different releases`,
      path: subject.application.manifest,
      line: manifestLine(subject, '@adit/tunnel-server'),
      fix: addCommand(subject.repository, `@adit/tunnel-server@${kit}`),
    },
  ];
}
