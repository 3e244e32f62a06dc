import type { Check, Problem, Subject } from '../check.ts';
import { readNextOption } from '@adit/codebase';
import { readBuild } from '../facts/build.ts';
import { lineOfMatch } from '../facts/deployment.ts';
import { readPipelines } from '../facts/pipelines.ts';
import { hasTokenFile } from '../facts/token-file.ts';
import { readVariables } from '../facts/variables.ts';

/** No setting prevents the upload of source maps to Sentry, and visitors get neither them nor the token. */
export const sourceMaps: Check = {
  id: 'source-maps',
  title: 'Source maps are not public, and no setting switches their upload off',
  run: (subject) => [...checkToken(subject), ...checkPublic(subject), ...checkUpload(subject)],
};

function checkToken(subject: Subject): Problem[] {
  const option = readNextOption(subject, 'authToken');
  return [
    ...readVariables(subject, 'NEXT_PUBLIC_SENTRY_AUTH_TOKEN').map(({ path, line }) => ({
      level: 'error' as const,
      message: 'NEXT_PUBLIC_SENTRY_AUTH_TOKEN gives the token to every visitor',
      path,
      line,
      fix: 'Revoke the token in Sentry, and set a new one as SENTRY_AUTH_TOKEN.',
    })),
    ...(typeof option?.value === 'string' && option.value !== ''
      ? [
          {
            level: 'error' as const,
            message: 'next.config holds the token of Sentry',
            path: option.path,
            line: option.line,
            fix: 'Revoke the token in Sentry, and set a new one as the variable SENTRY_AUTH_TOKEN of the build.',
          },
        ]
      : []),
  ];
}

function checkPublic(subject: Subject): Problem[] {
  const option = readNextOption(subject, 'productionBrowserSourceMaps');
  const isDeleted = readNextOption(subject, 'deleteSourcemapsAfterUpload')?.value === true;
  if (option?.value === true && !isDeleted)
    return [
      {
        level: 'warning',
        message: 'productionBrowserSourceMaps makes the source public',
        path: option.path,
        line: option.line,
        fix: 'Remove it: with SENTRY_AUTH_TOKEN, the build makes source maps, sends and deletes them.',
      },
    ];
  const build = option === undefined ? readBuild(subject) : undefined;
  const [first] = build?.sourceMaps ?? [];
  if (build === undefined || first === undefined) return [];
  return [
    {
      level: 'warning',
      message: `The build has ${build.sourceMaps.length} public source maps`,
      path: first,
      fix: `Build with SENTRY_AUTH_TOKEN, or delete ${build.folder}/static/**/*.map before you deploy.`,
    },
  ];
}

const BUILDS =
  /\b(?:next build|(?:npm|pnpm|yarn|bun)(?: run)? build|nx (?:run-many|affected|build|run)\b[^\n]*\bbuild)\b/;

function checkUpload(subject: Subject): Problem[] {
  const disabled = readNextOption(subject, 'sourcemaps.disable');
  if (disabled?.value === true)
    return [
      {
        level: 'warning',
        message: 'sourcemaps.disable keeps source maps from Sentry: stack traces stay minified',
        path: disabled.path,
        line: disabled.line,
        fix: 'Remove sourcemaps.disable.',
      },
    ];
  const wantsUpload =
    readNextOption(subject, 'sentry.org')?.isCertain === true ||
    readVariables(subject, 'SENTRY_ORG').length > 0;
  const hasToken = readVariables(subject, 'SENTRY_AUTH_TOKEN').length > 0 || hasTokenFile(subject);
  const pipelines = readPipelines(subject);
  const building = pipelines.find(({ text }) => BUILDS.test(text));
  if (
    !wantsUpload ||
    hasToken ||
    !building ||
    pipelines.some(({ text }) => text.includes('SENTRY_AUTH_TOKEN'))
  )
    return [];
  return [
    {
      level: 'warning',
      message: 'This build has no SENTRY_AUTH_TOKEN, so source maps never reach Sentry',
      path: building.path,
      line: lineOfMatch(building.text, BUILDS),
      fix: 'Pass SENTRY_AUTH_TOKEN to the build, as a secret.',
    },
  ];
}
