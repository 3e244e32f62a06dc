import type { KitSubject, Subject } from '../check.ts';
import { joinPath } from '@adit/codebase';

const FOLDERS = [
  '',
  'docker',
  '.docker',
  'deploy',
  'deployment',
  'infra',
  'k8s',
  'nginx',
  'nginx/conf.d',
  'conf.d',
];

const KINDS = {
  docker: /^(?:.*\.)?Dockerfile(?:\..*)?$|^Containerfile$/i,
  compose: /^(?:docker-)?compose(?:\..*)?\.ya?ml$/,
  nginx: /^nginx.*\.conf(?:\.template)?$|^default\.conf(?:\.template)?$/,
  caddy: /^Caddyfile$/,
  // They also set variables of the server.
  platform:
    /^(?:fly|netlify|railway|wrangler)\.toml$|^(?:render|app)\.ya?ml$|^vercel\.json$|^ecosystem\.config\.[cm]?js$/,
} as const;

export type DeploymentKind = keyof typeof KINDS;

/** A file that defines how the application runs. */
export interface DeploymentFile {
  readonly kind: DeploymentKind;
  readonly path: string;
  readonly text: string;
}

/** The files of the repository and of the application that define how it runs. */
export function readDeployment({ application, reader }: Subject | KitSubject): DeploymentFile[] {
  const folders = [...new Set(['', application.folder])].flatMap((root) =>
    FOLDERS.map((folder) => joinPath(root, folder)),
  );
  return [...new Set(folders)].flatMap((folder) =>
    reader.list(folder).flatMap((name) => {
      const [kind] = Object.entries(KINDS).find(([, pattern]) => pattern.test(name)) ?? [];
      const path = joinPath(folder, name);
      const text = kind === undefined ? undefined : reader.read(path);
      return text === undefined ? [] : [{ kind: kind as DeploymentKind, path, text: withoutComments(text) }];
    }),
  );
}

/** Keeps the line breaks, so that line numbers stay correct. */
const withoutComments = (text: string): string => text.replace(/^([ \t]*)#.*$/gm, '$1');

/** The first line that contains a text or matches, from 1; `undefined` if there is none. */
export function lineOfMatch(text: string, pattern: RegExp | string): number | undefined {
  const index = text
    .split('\n')
    .findIndex((line) => (typeof pattern === 'string' ? line.includes(pattern) : pattern.test(line)));
  return index === -1 ? undefined : index + 1;
}
