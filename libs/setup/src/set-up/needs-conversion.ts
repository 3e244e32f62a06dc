import type { ReadableFiles } from '../files.ts';
import type { Application } from '../repository/repository.ts';
import { mentions, parseSource } from '../source/source.ts';

/** The files of Sentry's own set-up that would start the SDK a second time, or report errors a second time. */
export function filesToConvert(files: ReadableFiles, { files: own }: Application): readonly string[] {
  const has = (path: string | undefined, ...names: readonly string[]): path is string => {
    const source = path === undefined ? undefined : parseSource(path, files.read(path) ?? '');
    return source !== undefined && names.every((name) => mentions(source, name));
  };
  return [
    has(own.nextConfig, 'withSentryConfig') && own.nextConfig,
    has(own.instrumentationClient, 'Sentry', 'init') && own.instrumentationClient,
    has(own.instrumentation, 'captureRequestError') && own.instrumentation,
    ...own.sentryConfigs.filter((path) => path.includes('sentry.client.config')),
  ].filter((path) => path !== false);
}
