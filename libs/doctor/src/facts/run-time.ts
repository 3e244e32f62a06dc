import { parse as parseYaml } from 'yaml';
import type { KitSubject, Subject } from '../check.ts';
import { readDeployment, type DeploymentFile } from './deployment.ts';
import { readVariables } from './variables.ts';

/** When a variable is set, as far as files show. */
export interface VariableTimes {
  readonly build: boolean;
  readonly run: boolean;
}

/**
 * Whether the build and the server have a variable, from files with variables, Dockerfiles, compose files, and those of
 * platforms.
 */
export function timesOf(subject: Subject | KitSubject, name: string): VariableTimes {
  if (readVariables(subject, name).length > 0) return { build: true, run: true };
  const times = readDeployment(subject).map((file) => timesInFile(file, name));
  return { build: times.some(({ build }) => build), run: times.some(({ run }) => run) };
}

function timesInFile({ kind, text }: DeploymentFile, name: string): VariableTimes {
  if (!new RegExp(`\\b${name}\\b`).test(text))
    return { build: false, run: kind === 'compose' && hasEnvFile(text) };
  if (kind === 'docker') return timesInDockerfile(text, name);
  if (kind === 'compose') return timesInCompose(text, name);
  return { build: true, run: true };
}

/** The last stage is the image that runs. */
function timesInDockerfile(text: string, name: string): VariableTimes {
  const lastStage = text.split(/^FROM\b/im).at(-1) ?? '';
  const set = new RegExp(`^\\s*ENV\\b[^\\n]*\\b${name}\\b`, 'im');
  return {
    build: new RegExp(`^\\s*(?:ARG|ENV)\\b[^\\n]*\\b${name}\\b`, 'im').test(text),
    run: set.test(lastStage),
  };
}

function timesInCompose(text: string, name: string): VariableTimes {
  const services = servicesOf(text);
  const names = (value: unknown): boolean => new RegExp(`\\b${name}\\b`).test(JSON.stringify(value ?? null));
  return {
    build: services.some(({ build }) => names(build)),
    run: services.some(({ environment, env_file }) => names(environment) || env_file !== undefined),
  };
}

/** A file of variables may set any variable. */
const hasEnvFile = (text: string): boolean => servicesOf(text).some(({ env_file }) => env_file !== undefined);

interface Service {
  readonly build?: unknown;
  readonly environment?: unknown;
  readonly env_file?: unknown;
}

function servicesOf(text: string): Service[] {
  try {
    const { services } = (parseYaml(text) ?? {}) as { services?: Record<string, Service | null> };
    return Object.values(services ?? {}).filter((service) => service !== null);
  } catch {
    return [];
  }
}
