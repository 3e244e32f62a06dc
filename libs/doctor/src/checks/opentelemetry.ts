import ts from 'typescript';
import { importsOf, lineOf, textOf } from '@adit/codebase/source';
import type { Check, Problem, Subject } from '../check.ts';
import { createResolver } from '@adit/codebase';
import { lineOfMatch, readDeployment } from '../facts/deployment.ts';
import { manifestLine, scriptsOf } from '../facts/manifest.ts';
import { initCallsOf } from '../facts/own-sentry.ts';

/** Packages that register an OpenTelemetry provider of the whole process. */
const PROVIDER =
  /^(?:@vercel\/otel|dd-trace(?:\/.*)?|@opentelemetry\/(?:sdk-node|sdk-trace-node|auto-instrumentations-node(?:\/.*)?)|@traceloop\/node-server-sdk)$/;

/** The maximum number of modules followed from `instrumentation`. */
const MAX_MODULES = 200;

/**
 * Only one OpenTelemetry provider is set up on the server. Adit's `register` leaves it to the application by itself.
 */
export const openTelemetry: Check = {
  id: 'opentelemetry',
  title: 'Nothing sets up OpenTelemetry beside a Sentry.init of the server',
  run(subject) {
    const provider = importedProvider(subject) ?? requiredProvider(subject);
    if (provider === undefined) return [];
    return ownInits(subject).map(({ path, call }) => ({
      level: 'error' as const,
      message: `${provider.name} of ${provider.path ?? ''} sets up OpenTelemetry beside this Sentry.init: tags and users of one request appear on errors of another`,
      path,
      line: lineOf(call),
      fix: 'Add enableOpenTelemetrySetup: false to its options.',
    }));
  },
};

/** The calls of `Sentry.init` on the server with literal options that do not leave OpenTelemetry to the application. */
function ownInits({ application, reader }: Subject): readonly { path: string; call: ts.CallExpression }[] {
  const { sentryConfigs, instrumentation } = application.files;
  const paths = sentryConfigs.filter((path) => !path.includes('sentry.client.config'));
  return [...paths, ...(instrumentation === undefined ? [] : [instrumentation])].flatMap((path) => {
    const source = reader.code(path);
    return (source ? initCallsOf(source) : []).filter(setsUp).map((call) => ({ path, call }));
  });
}

/** `enableOpenTelemetrySetup`, and its name before SDK 11. Computed values are not checked. */
function setsUp({ arguments: [options] }: ts.CallExpression): boolean {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.every(({ name }) => {
    const text = name && textOf(name);
    return text !== undefined && !/^(?:enable|skip)OpenTelemetrySetup$/.test(text);
  });
}

type Provider = Pick<Problem, 'path' | 'line'> & { readonly name: string };

/** In `instrumentation`, or in a module that it imports. */
function importedProvider(subject: Subject): Provider | undefined {
  const { files } = subject.application;
  const resolve = createResolver(subject);
  const open = [files.instrumentation, ...files.sentryConfigs].filter((path) => path !== undefined);
  for (const path of open) {
    const source = subject.reader.code(path);
    for (const { module, line } of source ? importsOf(source) : []) {
      if (PROVIDER.test(module)) return { name: module, path, line };
      const next = resolve(module, path);
      if (next !== undefined && !open.includes(next) && open.length < MAX_MODULES) open.push(next);
    }
  }
  return undefined;
}

/** `node --require dd-trace/init`, in a script or in a file that defines how the application runs. */
const REQUIRED =
  /(?:-r|--require|--import)[\s=]+["']?(dd-trace\/[\w./-]+|@opentelemetry\/auto-instrumentations-node\/register)/;

function requiredProvider(subject: Subject): Provider | undefined {
  const script = Object.entries(scriptsOf(subject)).find(([, text]) => REQUIRED.test(text));
  if (script)
    return {
      name: REQUIRED.exec(script[1])?.[1] ?? '',
      path: subject.application.manifest,
      line: manifestLine(subject, script[0]),
    };
  const file = readDeployment(subject).find(({ text }) => REQUIRED.test(text));
  return (
    file && {
      name: REQUIRED.exec(file.text)?.[1] ?? '',
      path: file.path,
      line: lineOfMatch(file.text, REQUIRED),
    }
  );
}
