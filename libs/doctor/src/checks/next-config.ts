import { BUILD_OPTIONS } from '@adit/common/adit-options';
import ts from 'typescript';
import type { Check, Problem } from '../check.ts';
import { configChain } from '../code/config-chain.ts';
import { callsOf, followConstant, importsOf, lineOf, propertyName } from '@adit/codebase/source';

const FIX = 'Write export default withAdit(nextConfig), with withAdit imported from @adit/next/config.';

/** `withAdit` wraps the whole configuration, once, and its options exist. */
export const nextConfig: Check = {
  id: 'next-config',
  title: 'withAdit wraps the whole Next configuration, once',
  run({ application, reader }) {
    const path = application.files.nextConfig;
    if (path === undefined)
      return [{ level: 'error', message: 'There is no next.config, so nothing calls withAdit', fix: FIX }];
    const source = reader.code(path);
    if (source === undefined) return [];
    return [
      ...checkWrappers(source),
      ...checkSentry(source),
      ...checkImport(source),
      ...checkNames(source),
    ].map((problem) => ({ ...problem, path }));
  },
};

function checkWrappers(source: ts.SourceFile): Problem[] {
  if (callsOf(source, 'withAdit').length === 0)
    return [{ level: 'error', message: 'next.config does not call withAdit', line: 1, fix: FIX }];
  const chain = configChain(source);
  const [first, second] = chain.filter(({ name }) => name === 'withAdit');
  const [outermost] = chain;
  if (second)
    return [
      {
        level: 'error',
        message: 'withAdit is called twice for one configuration',
        line: lineOf(second.call),
        fix: 'Remove one of the calls.',
      },
    ];
  if (!outermost || !first || outermost === first || outermost.name === 'withSentryConfig') return [];
  return [
    {
      level: 'warning',
      message: `${outermost.name} wraps withAdit, so it can replace what withAdit sets`,
      line: lineOf(outermost.call),
      fix: `Make withAdit the outermost function: withAdit(${outermost.name}(nextConfig)).`,
    },
  ];
}

function checkSentry(source: ts.SourceFile): Problem[] {
  const [call] = callsOf(source, 'withSentryConfig');
  if (call === undefined) return [];
  return [
    {
      level: 'error',
      message: 'next.config calls withSentryConfig, which withAdit includes',
      line: lineOf(call),
      fix: 'Remove the call, and pass its options as withAdit(nextConfig, { sentry: {…} }).',
    },
  ];
}

function checkImport(source: ts.SourceFile): Problem[] {
  const isWrong = (module: string): boolean =>
    module.startsWith('@adit/next') && module !== '@adit/next/config';
  return importsOf(source)
    .filter(({ module, names }) => isWrong(module) && names.has('withAdit'))
    .map(({ module, line }) => ({
      level: 'error',
      message: `withAdit is imported from ${module}, which does not export it`,
      line,
      fix: 'Import it from @adit/next/config.',
    }));
}

/** The names of the options that are written out, in the file or in one of its constants. */
function checkNames(source: ts.SourceFile): Problem[] {
  return callsOf(source, 'withAdit').flatMap(({ arguments: [, options] }) => {
    const object = options && followConstant(options);
    if (!object || !ts.isObjectLiteralExpression(object)) return [];
    return object.properties.flatMap((property): Problem[] => {
      const name = propertyName(property);
      if (name === undefined || BUILD_OPTIONS.includes(name)) return [];
      return [
        {
          level: 'error',
          message: `${name} is not an option of withAdit`,
          line: lineOf(property),
          fix: `Remove it, or use one of ${BUILD_OPTIONS.join(', ')}.`,
        },
      ];
    });
  });
}
