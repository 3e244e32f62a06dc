import ts from 'typescript';
import type { Application, ReadableFiles } from '@adit/codebase';
import { findAll, parseSource, type Source, usesOf } from '@adit/codebase/source';

/** The files of Sentry's own set-up that would start the SDK a second time, or report errors a second time. */
export function filesToConvert(files: ReadableFiles, { files: own }: Application): readonly string[] {
  const has = (path: string | undefined, matches: (source: Source) => boolean): path is string => {
    const source = path === undefined ? undefined : parseSource(path, files.read(path) ?? '');
    return source !== undefined && matches(source);
  };
  // A type such as `typeof Sentry.captureRequestError` reports nothing.
  const names =
    (name: string) =>
    ({ file }: Source) =>
      usesOf(file, name).some((node) => !ts.findAncestor(node, ts.isTypeNode));
  return [
    has(own.nextConfig, names('withSentryConfig')) && own.nextConfig,
    has(own.instrumentationClient, startsSdk) && own.instrumentationClient,
    has(own.instrumentation, names('captureRequestError')) && own.instrumentation,
    ...own.sentryConfigs.filter((path) => path.includes('sentry.client.config')),
  ].filter((path) => path !== false);
}

const STARTS = /^(?:(?:Sentry|require\(['"]@sentry\/\w+['"]\))\.)?init$/;

/** Whether it calls `Sentry.init`, or `init` of the SDK. */
const startsSdk = ({ file, text }: Source): boolean =>
  text.includes('@sentry/') &&
  findAll(file, ts.isCallExpression).some(({ expression }) => STARTS.test(expression.getText(file)));
