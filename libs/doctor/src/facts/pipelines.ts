import { joinPath } from '@adit/codebase';
import type { Subject } from '../check.ts';
import { readDeployment } from './deployment.ts';

/** Definitions of builds: workflows of GitHub, GitLab's pipeline, and Dockerfiles. */
export function readPipelines(subject: Subject): { path: string; text: string }[] {
  const { reader } = subject;
  const workflows = reader.list('.github/workflows').map((name) => joinPath('.github/workflows', name));
  const files = [...workflows, '.gitlab-ci.yml', 'azure-pipelines.yml', 'bitbucket-pipelines.yml'];
  return [
    ...files.flatMap((path) => {
      const text = reader.read(path);
      return text === undefined ? [] : [{ path, text }];
    }),
    ...readDeployment(subject).filter(({ kind }) => kind === 'docker'),
  ];
}
