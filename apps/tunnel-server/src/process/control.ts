import type { Tunnel } from '@adit/tunnel';
import { LOG_LEVELS, type Log, type LogLevel } from '../log/log.ts';

/** A command of an operator. */
export type ControlCommand =
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'flush' }
  | { readonly kind: 'drop'; readonly project?: string; readonly itemTypes?: readonly string[] }
  | { readonly kind: 'log-level'; readonly level: LogLevel };

/** Carries out a command in the process of a tunnel. */
export function carryOut(command: ControlCommand, { delivery }: Pick<Tunnel, 'delivery'>, log: Log): void {
  switch (command.kind) {
    case 'pause':
      delivery.pause();
      break;
    case 'resume':
      delivery.resume();
      break;
    case 'flush':
      delivery.flush();
      break;
    case 'drop':
      delivery.drop(command);
      break;
    case 'log-level':
      log.setLevel(command.level);
  }
}

/** The commands that a process that starts later has to follow. */
export function stickyCommands(
  before: readonly ControlCommand[],
  command: ControlCommand,
): readonly ControlCommand[] {
  switch (command.kind) {
    case 'pause':
    case 'resume':
      return [...before.filter(({ kind }) => kind !== 'pause' && kind !== 'resume'), command];
    case 'log-level':
      return [...before.filter(({ kind }) => kind !== 'log-level'), command];
    default:
      return before;
  }
}

const MAX_TYPES = 16;

/**
 * Reads a command from the last part of its path and the JSON of its body.
 * @returns the command, or the reason why there is none
 */
export function readCommand(
  kind: ControlCommand['kind'],
  body: unknown,
  projects: readonly string[],
): ControlCommand | string {
  switch (kind) {
    case 'pause':
    case 'resume':
    case 'flush':
      return { kind };
    case 'drop':
      return readDrop(body, projects);
    case 'log-level': {
      const level = LOG_LEVELS.find((one) => one === (body as { level?: unknown } | undefined)?.level);
      return level === undefined ? `level is not valid: use ${LOG_LEVELS.join(', ')}` : { kind, level };
    }
  }
}

function readDrop(body: unknown, projects: readonly string[]): ControlCommand | string {
  const { project, itemTypes } = Object(body) as { project?: unknown; itemTypes?: unknown };
  // A request without either would drop everything.
  if (project === undefined && itemTypes === undefined) return 'project or itemTypes is missing';
  const known = projects.find((one) => one === project);
  if (project !== undefined && known === undefined)
    return `project is not valid: use ${projects.join(' or ')}`;
  if (itemTypes === undefined) return { kind: 'drop', ...(known !== undefined && { project: known }) };
  const areTypes =
    Array.isArray(itemTypes) &&
    itemTypes.length > 0 &&
    itemTypes.length <= MAX_TYPES &&
    itemTypes.every((type) => typeof type === 'string' && /^\w{1,64}$/.test(type));
  if (!areTypes)
    return `itemTypes is not valid: use a list of 1 to ${MAX_TYPES} item types, such as ["session"]`;
  return { kind: 'drop', ...(known !== undefined && { project: known }), itemTypes: itemTypes as string[] };
}
