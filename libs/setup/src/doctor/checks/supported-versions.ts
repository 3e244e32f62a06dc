import { intersects, validRange } from 'semver';
import { joinPath } from '../../join-path.ts';
import { SUPPORTED } from '../../set-up/versions.ts';
import type { Check, Problem, Subject } from '../check.ts';
import { lineOfMatch, readDeployment } from '../facts/deployment.ts';
import { addCommand } from '../../repository/package-commands.ts';
import { installedVersion, isSupported, manifestLine, readManifest } from '../facts/manifest.ts';

/** As in `engines` of @adit/next. */
const NODE = '>=20.19';
const FRAMEWORK = ['next', 'react'] as const;

/** Node, Next and React are those that Adit is tested with. */
export const supportedVersions: Check = {
  id: 'supported-versions',
  title: 'Node, Next and React are supported, by what is installed or named',
  run: (subject) => [...checkFramework(subject), ...checkNode(subject)],
};

function checkFramework(subject: Subject): Problem[] {
  const { dependencies } = readManifest(subject);
  return FRAMEWORK.flatMap((name) => {
    const range = SUPPORTED[name];
    const declared = dependencies[name];
    const installed = installedVersion(subject, name);
    if (declared === undefined || isSupported(declared, installed, range)) return [];
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
    .filter(
      ({ version }) =>
        validRange(version) !== null && !intersects(version, NODE, { includePrerelease: true }),
    )
    .map(({ version, ...place }) => ({
      level: 'error',
      message: `Node ${version} is not supported: Adit needs ${NODE}`,
      ...place,
      fix: 'Use Node 22, or Node 20 from 20.19.',
    }));
}

/** The running Node, and those that `engines`, `.nvmrc`, `.node-version` and Dockerfiles name. */
function declaredVersions(subject: Subject): Declared[] {
  const { application, context, reader } = subject;
  const engine = readManifest(subject).engines['node'];
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
