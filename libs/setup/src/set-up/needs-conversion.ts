import ts from 'typescript';
import type { ReadableFiles } from '../files.ts';
import type { Application } from '../repository/repository.ts';
import { mentions, nodesIn, parseSource, type Source } from '../source/source.ts';

/** The files of Sentry's own set-up that would start the SDK a second time, or report errors a second time. */
export function filesToConvert(files: ReadableFiles, { files: own }: Application): readonly string[] {
  const has = (path: string | undefined, matches: (source: Source) => boolean): path is string => {
    const source = path === undefined ? undefined : parseSource(path, files.read(path) ?? '');
    return source !== undefined && matches(source);
  };
  const names = (name: string) => (source: Source) => mentions(source, name);
  return [
    has(own.nextConfig, names('withSentryConfig')) && own.nextConfig,
    has(own.instrumentationClient, startsSdk) && own.instrumentationClient,
    has(own.instrumentation, names('captureRequestError')) && own.instrumentation,
    ...own.sentryConfigs.filter((path) => path.includes('sentry.client.config')),
  ].filter((path) => path !== false);
}

/** Whether it calls `Sentry.init`, or `init` of the SDK. */
const startsSdk = ({ file, text }: Source): boolean =>
  text.includes('@sentry/') &&
  [...nodesIn(file)].some(
    (node) => ts.isCallExpression(node) && /^(?:Sentry\.)?init$/.test(node.expression.getText(file)),
  );
