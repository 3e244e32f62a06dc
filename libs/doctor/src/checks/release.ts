import { readNextOption, type Setting } from '@adit/codebase';
import ts from 'typescript';
import type { Check, Problem, Subject } from '../check.ts';
import { callsOf, constantOf, lineOf, textOf } from '@adit/codebase/source';
import { readBuild } from '../facts/build.ts';
import { serverInitOptions } from '../facts/own-sentry.ts';
import { readVariables } from '../facts/variables.ts';

/** Browser, server, edge and source maps have one release. */
export const release: Check = {
  id: 'release',
  title: 'Files, variables and the last build name no second release',
  run(subject) {
    const option = readReleaseOption(subject);
    const [variable] = readVariables(subject, 'NEXT_PUBLIC_SENTRY_RELEASE', 'SENTRY_RELEASE');
    const used = option === undefined ? variable?.value : option.value;
    return [
      ...checkName([option, variable]),
      ...(option?.value !== undefined && variable && variable.value !== option.value
        ? [
            {
              level: 'warning' as const,
              message: `${variable.name} has no effect: withAdit sets the release ${String(option.value)}`,
              path: option.path,
              line: option.line,
              fix: 'Remove release from the options of withAdit.',
            },
          ]
        : []),
      ...checkInlined(subject),
      ...checkOwnServer(subject),
      ...checkBuild(subject, used),
    ];
  },
};

type Place = { readonly value: Setting['value']; readonly path?: string; readonly line?: number } | undefined;

/** The names that Sentry accepts. */
const RELEASE_NAME = /^(?!\.{1,2}$)[^\n\r\t/\\]{1,200}$/;

const checkName = (places: readonly Place[]): Problem[] =>
  places.flatMap((place) =>
    typeof place?.value !== 'string' || RELEASE_NAME.test(place.value)
      ? []
      : [
          {
            level: 'error' as const,
            message: `Sentry does not accept the release ${JSON.stringify(place.value.slice(0, 100))}`,
            path: place.path,
            line: place.line,
            fix: 'Use up to 200 characters without slashes and line breaks, such as shop@1.2.3.',
          },
        ],
  );

/** `release` of `withAdit(nextConfig, { release })`. */
function readReleaseOption({ application, reader }: Subject): Place {
  const path = application.files.nextConfig;
  const source = reader.code(path);
  const options = source && callsOf(source, 'withAdit')[0]?.arguments[1];
  if (path === undefined || !options || !ts.isObjectLiteralExpression(options)) return undefined;
  const property = options.properties
    .filter(ts.isPropertyAssignment)
    .find(({ name }) => textOf(name) === 'release');
  return property && { value: constantOf(property.initializer), path, line: lineOf(property) };
}

function checkInlined(subject: Subject): Problem[] {
  const inlined = readNextOption(subject, 'env.NEXT_PUBLIC_SENTRY_RELEASE');
  if (!inlined?.isCertain) return [];
  return [
    {
      level: 'error',
      message:
        'env replaces the release that withAdit gives to browser and server, but not that of source maps',
      path: inlined.path,
      line: inlined.line,
      fix: 'Remove it from env, and call withAdit(nextConfig, { release }).',
    },
  ];
}

function checkOwnServer(subject: Subject): Problem[] {
  return serverInitOptions(subject, 'release').map(({ path, line }) => ({
    level: 'warning',
    message: 'Sentry.init sets a release of its own, so events of server and browser may differ',
    path,
    line,
    fix: 'Remove release from Sentry.init: the build sets it.',
  }));
}

function checkBuild(subject: Subject, used: unknown): Problem[] {
  const build = readBuild(subject);
  if (build === undefined) return [];
  const { NEXT_PUBLIC_SENTRY_RELEASE: built, _sentryRelease: uploaded } = build.env;
  if (built !== undefined && uploaded !== undefined && built !== uploaded)
    return [
      {
        level: 'error',
        message: `The build has two releases: ${built} in bundles and ${uploaded} for source maps`,
        path: build.settings,
        fix: 'Set SENTRY_RELEASE for the build, and remove other releases from next.config.',
      },
    ];
  if (built === undefined || typeof used !== 'string' || built === used) return [];
  return [
    {
      level: 'warning',
      message: `The build has the release ${built}, but the configuration says ${used}`,
      path: build.settings,
      fix: 'Build again.',
    },
  ];
}
