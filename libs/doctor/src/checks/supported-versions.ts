import { addCommand, joinPath, textsOf, rangesMeet } from '@adit/codebase';
import { isNextPreview, SUPPORTED, SUPPORTED_NODE as NODE } from '@adit/setup';
import type { Check, Problem, Subject } from '../check.ts';
import { lineOfMatch, readDeployment } from '../facts/deployment.ts';
import { installedVersion, isSupported, manifestLine, dependenciesOf, scriptsOf } from '../facts/manifest.ts';

const FRAMEWORK = ['next', 'react'] as const;

/** Node, Next and React have versions that Adit is tested with. */
export const supportedVersions: Check = {
  id: 'supported-versions',
  title: 'Node, Next and React are supported, by what is installed or named',
  run: (subject) => [...checkFramework(subject), ...checkTurbopack(subject), ...checkNode(subject)],
};

/** Before this version, neither Turbopack nor Next starts a file in the browser. Only webpack can be configured to. */
const TURBOPACK = '>=15.3.0';

function checkTurbopack(subject: Subject): Problem[] {
  const { next } = dependenciesOf(subject);
  if (next === undefined || isSupported(next, installedVersion(subject, 'next'), TURBOPACK)) return [];
  return Object.entries(scriptsOf(subject))
    .filter(([, command]) => /\bnext\s(?:[^&|;]*\s)?--turbo(?:pack)?(?!\S)/.test(command))
    .map(([name]) => ({
      level: 'error',
      message: `The script ${name} compiles with Turbopack, which starts nothing in the browser before Next 15.3: errors of browsers are not recorded`,
      path: subject.application.manifest,
      line: manifestLine(subject, name),
      fix: `Remove --turbo from the script, or run ${addCommand(subject.repository, 'next@^15.3.0')}`,
    }));
}

function checkFramework(subject: Subject): Problem[] {
  const dependencies = dependenciesOf(subject);
  return FRAMEWORK.flatMap((name) => {
    const range = SUPPORTED[name];
    const declared = dependencies[name];
    const installed = installedVersion(subject, name);
    if (declared === undefined) return [];
    const isPreview = name === 'next' && isNextPreview(installed ?? declared);
    if (!isPreview && isSupported(declared, installed, range)) return [];
    return [
      {
        level: 'error' as const,
        message: `${name} ${installed ?? declared} is not supported: Adit needs ${range}`,
        path: subject.application.manifest,
        line: manifestLine(subject, name),
        fix: addCommand(subject.repository, `${name}@${range}`),
      },
    ];
  });
}

type Declared = Pick<Problem, 'path' | 'line'> & { readonly version: string };

function checkNode(subject: Subject): Problem[] {
  return declaredVersions(subject)
    .filter(({ version }) => rangesMeet(version, NODE) === false)
    .map(({ version, ...place }) => ({
      level: 'error',
      message: `Node ${version} is not supported: Adit needs ${NODE}`,
      ...place,
      fix: 'Use Node 20 from 20.19, 22 from 22.12, or newer.',
    }));
}

/** The running Node, and those in `engines`, `.nvmrc`, `.node-version` and Dockerfiles. */
function declaredVersions(subject: Subject): Declared[] {
  const { application, context, reader } = subject;
  const engine = textsOf(subject.reader.json(application.manifest), 'engines')['node'];
  const files = [...new Set([application.folder, ''])].flatMap((folder) =>
    ['.nvmrc', '.node-version'].map((name) => joinPath(folder, name)),
  );
  return [
    ...(context.node === undefined ? [] : [{ version: context.node }]),
    ...(engine === undefined
      ? []
      : [{ version: engine, path: application.manifest, line: manifestLine(subject, 'node') }]),
    ...files.flatMap((path) => {
      const version = reader.read(path)?.trim();
      return version === undefined ? [] : [{ version, path, line: 1 }];
    }),
    ...readDeployment(subject).flatMap(({ kind, path, text }) =>
      kind === 'docker' ? imagesOf(path, text) : [],
    ),
  ];
}

const imagesOf = (path: string, text: string): Declared[] =>
  [...text.matchAll(/^FROM\s+(?:--\S+\s+)?(?:\S*\/)?node:(\d[\d.]*)/gim)].map(([from, version = '']) => ({
    version,
    path,
    line: lineOfMatch(text, from),
  }));
