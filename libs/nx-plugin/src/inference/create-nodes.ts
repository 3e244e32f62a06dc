import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type CreateNodes, createNodesFromFiles, type TargetConfiguration } from '@nx/devkit';
import { tunnelPathIn } from './tunnel-path.ts';

/** Options of the plugin in `nx.json`. */
export interface PluginOptions {
  /** The name of the task that runs `adit doctor`. Default `adit-doctor`. */
  readonly doctorTargetName?: string;
  /** The name of the task that runs `adit budget`. Default `adit-budget`. */
  readonly budgetTargetName?: string;
  /** The name of the task that starts the tunnel server. Default `tunnel`. */
  readonly tunnelTargetName?: string;
}

const GLOB = '**/adit.config.{ts,tsx,js,jsx,mts,mjs,cjs}';

/** The folder of the application that a configuration belongs to: the configuration is there or in `src`. */
function rootOf(configFile: string): string {
  const folder = dirname(configFile);
  return basename(folder) === 'src' ? dirname(folder) : folder;
}

/** The tasks of the application in a folder; `.` is the root of the workspace. */
function targetsOf(
  root: string,
  tunnelPath: string | undefined,
  {
    doctorTargetName = 'adit-doctor',
    budgetTargetName = 'adit-budget',
    tunnelTargetName = 'tunnel',
  }: PluginOptions,
): Record<string, TargetConfiguration> {
  return {
    [doctorTargetName]: {
      command: `adit doctor --app ${root}`,
      options: { cwd: '{workspaceRoot}' },
      // It also reads installed packages, the build and variables of the environment.
      cache: false,
      metadata: {
        technologies: ['adit'],
        description: 'Finds what is wrong with the set-up of Adit; mends it with --fix --yes',
        help: { command: 'npx adit doctor --help', example: { args: ['--fix', '--yes'] } },
      },
    },
    [budgetTargetName]: {
      command: 'adit budget',
      options: { cwd: root },
      dependsOn: ['build'],
      // It also depends on Chromium and variables of the environment.
      cache: false,
      metadata: {
        technologies: ['adit'],
        description: 'Drives the built application in Chromium; needs playwright-core',
        help: { command: 'npx adit budget --help', example: { args: ['--write'] } },
      },
    },
    [tunnelTargetName]: {
      command: 'adit-tunnel',
      options: { cwd: root, ...(tunnelPath && { env: { ADIT_PATH: tunnelPath } }) },
      continuous: true,
      metadata: {
        technologies: ['adit'],
        description: 'Starts the tunnel as a server of its own; needs @adit/tunnel-server',
      },
    },
  };
}

/** Adds tasks to each project with an `adit.config`. */
export const createNodes: CreateNodes<PluginOptions> = [
  GLOB,
  (configFiles, options, context) =>
    createNodesFromFiles(
      (configFile, given) => {
        const root = rootOf(configFile);
        const isProject = ['project.json', 'package.json'].some((name) =>
          existsSync(join(context.workspaceRoot, root, name)),
        );
        if (!isProject) return {};
        const tunnelPath = tunnelPathIn(readFileSync(join(context.workspaceRoot, configFile), 'utf8'));
        return { projects: { [root]: { targets: targetsOf(root, tunnelPath, given ?? {}) } } };
      },
      configFiles,
      options,
      context,
    ),
];

/** The same, under the name that Nx 22 looks for. */
export const createNodesV2 = createNodes;
