import { onlyApplications } from '@adit/codebase';
import type { Finding } from '@adit/doctor';
import { z } from 'zod';
import { chooseApplications } from '../../choose-applications.ts';
import type { Doctor } from '../../commands/doctor.ts';
import type { Host } from '../../host.ts';
import { openRepository } from '../../open-repository.ts';
import { defineTool, type Tool } from '../tool.ts';

/** The most findings of an answer. What is wrong comes first. */
const MAX_FINDINGS = 200;

const WEIGHT = { error: 0, warning: 1, ok: 2 } as const;

/** Finds what is wrong with the set-up of an application. */
export const createDoctorTool = (doctor: Doctor, host: Host): Tool =>
  defineTool({
    name: 'doctor',
    title: 'Find what is wrong with the set-up',
    description:
      'Checks the files of the applications that use Adit: versions, configuration, instrumentation, tunnel path, screens, releases, source maps, content security policy and more. Each finding has a level, a file, a line and a fix. Call it first if an event does not arrive, or after a change. It reads files only.',
    input: z.object({
      app: z.string().max(500).optional().describe('Folder or name of one application. Default: all'),
    }),
    run: async ({ app }) => {
      const { repository, within, files } = openRepository(host.folder);
      const options = { app: app === undefined ? [] : [app], dryRun: true, yes: false };
      const folders = await chooseApplications(repository, within, options, host);
      const chosen = onlyApplications(repository, folders);
      const { findings } = doctor.markMendable(doctor.diagnose(chosen, files), chosen, files);
      const sorted = [...findings].sort((one, other) => WEIGHT[one.level] - WEIGHT[other.level]);
      const shown = sorted.slice(0, MAX_FINDINGS);
      return {
        text: [headOf(findings), ...shown.map(lineOf)].join('\n'),
        data: { version: 1, findings: shown, leftOut: sorted.length - shown.length },
      };
    },
  });

function headOf(findings: readonly Finding[]): string {
  const count = (level: Finding['level']): number => findings.filter((one) => one.level === level).length;
  return `${count('error')} errors, ${count('warning')} warnings, ${count('ok')} in order. explain tells more of each check; npx @adit/cli doctor --fix mends what is marked (--fix).`;
}

function lineOf({ level, check, application, message, path, line, fix, mendable }: Finding): string {
  const place = path === undefined ? '' : ` (${path}${line === undefined ? '' : `:${line}`})`;
  const where = application === '' ? '' : ` in ${application}`;
  const mend = fix === undefined ? '' : ` Fix: ${fix}${mendable ? ' (--fix)' : ''}`;
  return `${level} ${check}${where}: ${message}${place}.${mend}`;
}
