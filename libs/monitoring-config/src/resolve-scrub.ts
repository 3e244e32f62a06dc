import { SECRET_KINDS, type ScrubOptions, type ScrubSettings } from '@adit/policy';
import { MonitoringConfigError } from './config-error.ts';

/** Most names in a list, so that the settings fit into the page (see `runtime-config.ts`). */
const MAX_NAMES = 32;

// Names of parameters, headers and cookies. A name without a letter or digit would match nothing.
const NAME = /^(?=.*[a-z\d])[\w.[\]$-]{1,64}$/i;
const ACCEPTED =
  'up to 64 letters, digits, "_", "-", ".", "$", "[" and "]", with a letter or a digit among them';

/**
 * Returns the options with all defaults; `false` if scrubbing is off.
 * @throws {MonitoringConfigError} if a name is invalid, there are too many names, or a kind is unknown.
 */
export function resolveScrub(given: ScrubOptions | false = {}): ScrubSettings | false {
  if (given === false) return false;
  const { parameters, allowed, emails = true, opaqueValues = true, disabled = [], dryRun = false } = given;
  for (const kind of disabled)
    if (!SECRET_KINDS.includes(kind))
      throw new MonitoringConfigError('scrub.disabled', kind, SECRET_KINDS.join(', '));
  return Object.freeze({
    parameters: resolveNames('scrub.parameters', parameters),
    allowed: resolveNames('scrub.allowed', allowed),
    emails,
    opaqueValues,
    disabled: Object.freeze([...disabled]),
    dryRun,
  });
}

function resolveNames(option: string, names: readonly string[] = []): readonly string[] {
  if (names.length > MAX_NAMES)
    throw new MonitoringConfigError(option, `${names.length} names`, `up to ${MAX_NAMES} names`);
  for (const name of names) if (!NAME.test(name)) throw new MonitoringConfigError(option, name, ACCEPTED);
  return Object.freeze([...names]);
}
