import { readFileSync } from 'node:fs';

interface Manifest {
  readonly version: string;
  readonly peerDependencies: { readonly '@adit/cli': string };
}

/** The packages that the tasks of a workspace need, with their ranges. */
export function ownPackages(): Record<string, string> {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version, peerDependencies } = JSON.parse(text) as Manifest;
  return { '@adit/cli': peerDependencies['@adit/cli'], '@adit/nx': `^${version}` };
}
