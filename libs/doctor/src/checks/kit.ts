import { addCommand, FRAMEWORKS, inFolderOf } from '@adit/codebase';
import { KIT_PACKAGES, missingAdapter, missingKitFiles } from '@adit/setup';
import type { Check, KitSubject, Problem } from '../check.ts';
import { dependenciesOf } from '../facts/manifest.ts';
import { checkInstalled } from './installed.ts';

/** The packages of the kit are named and installed. */
export const kitInstalled: Check<KitSubject> = {
  id: 'installed',
  title: 'The packages that Adit needs are named in package.json and installed',
  run(subject) {
    const { repository, application } = subject;
    const dependencies = dependenciesOf(subject);
    const missing = KIT_PACKAGES.filter((name) => !(name in dependencies));
    if (missing.length === 0) return checkInstalled(subject, KIT_PACKAGES);
    return [
      {
        level: 'error',
        message: `package.json does not name ${missing.join(', ')}`,
        path: application.manifest,
        fix: inFolderOf(application.manifest, addCommand(repository, ...missing)),
      },
    ];
  },
};

/** Each file that a set-up writes has the lines of the kit, and the build makes a server. */
export const kit: Check<KitSubject> = {
  id: 'kit',
  title: 'Each file has the lines of @adit/kits',
  run: (subject) => [...checkFiles(subject), ...checkAdapter(subject)],
};

const checkFiles = ({ application, reader }: KitSubject): Problem[] =>
  missingKitFiles(reader, application).map(({ path, exists, module, lines, advice }) => ({
    level: 'error',
    message: `${FRAMEWORKS[application.framework].title} does not use ${module}`,
    path,
    fix: `Write ${exists ? 'into ' : ''}${path}: ${lines.trim().replaceAll(/\s*\n\s*/g, ' ')}${exists ? ` (${advice})` : ''}`,
  }));

function checkAdapter({ application, reader, repository }: KitSubject): Problem[] {
  const adapter = missingAdapter(reader, application);
  if (adapter === undefined) return [];
  const { config, manifest } = application;
  return [
    {
      level: 'error',
      message: `Nothing answers the tunnel path: ${manifest} does not name ${adapter.module}, which builds a server of Node`,
      path: config,
      fix: `${inFolderOf(manifest, addCommand(repository, adapter.module))}; then, in ${config}: ${adapter.code}`,
    },
  ];
}
