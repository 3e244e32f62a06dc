import type { Check, Problem, Subject } from '../check.ts';
import { readBuiltChunks, type BuiltChunks } from '../facts/debug-ids.ts';
import { hasTokenFile } from '../facts/token-file.ts';
import { readVariables } from '../facts/variables.ts';

/** A backend finds the source map of a chunk by its debug id. */
export const debugId: Check = {
  id: 'debug-id',
  title: 'There is no build here, so no chunk was checked for its debug id',
  run(subject) {
    const built = readBuiltChunks(subject);
    if (built === undefined || built.chunks.length === 0) return [];
    const [first] = built.debugIds;
    if (first === undefined) return withoutIds(subject, built);
    const [id, path] = first;
    const chunk = `${path} has the debug id ${id}`;
    const { outcome, text = '' } = built.upload ?? {};
    if (outcome === undefined)
      return [{ level: 'ok', message: `${chunk}. The build has not noted whether it uploaded source maps` }];
    if (outcome === 'uploaded' || outcome === 'debug-ids-only')
      return [{ level: 'ok', message: `${chunk}. The build has noted: ${text}` }];
    return [{ level: 'warning', message: text, path, fix: BUILD_AGAIN }];
  },
};

/** The fix for a build without source maps. */
export const BUILD_AGAIN =
  'Build again with SENTRY_AUTH_TOKEN, SENTRY_ORG and SENTRY_PROJECT, and for another backend than sentry.io SENTRY_URL.';

function withoutIds(subject: Subject, { chunks: [path], upload }: BuiltChunks): Problem[] {
  const hasToken = readVariables(subject, 'SENTRY_AUTH_TOKEN').length > 0 || hasTokenFile(subject);
  const noted = upload ? `. The build has noted: ${upload.text}` : '';
  return [
    {
      level: 'warning',
      message: `No chunk of the build has a debug id, so its stack traces stay minified${hasToken ? ', though there is a SENTRY_AUTH_TOKEN' : noted}`,
      path,
      // A build without a token may be meant for this machine only.
      fix: hasToken ? BUILD_AGAIN : `A build that visitors get needs it. ${BUILD_AGAIN}`,
    },
  ];
}
