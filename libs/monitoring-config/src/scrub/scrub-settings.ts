import { MonitoringConfigError } from '../config-error.ts';
import type { ScrubOptions } from './url-scrubber.ts';

/** What counts as a secret in URLs, besides what is built in. */
export interface ScrubSettings {
  /** Names of parameters, headers and cookies that are secrets too. Default none. */
  readonly parameters: readonly string[];
  /** Names that are none. Default none. */
  readonly allowed: readonly string[];
  /** Whether e-mail addresses are. Default `true`. */
  readonly emails: boolean;
  /** Whether long random values are. Default `true`. */
  readonly opaqueValues: boolean;
}

/** Most names in a list: with them the description still fits into the page (see `runtime-config.ts`). */
const MAX_NAMES = 32;

// As people write names of parameters, headers and cookies; one without a letter or digit would match nothing.
const NAME = /^(?=.*[a-z\d])[\w.[\]$-]{1,64}$/i;
const ACCEPTED =
  'up to 64 letters, digits, "_", "-", ".", "$", "[" and "]", with a letter or a digit among them';

/**
 * Fills in the defaults; `false` stands for URLs that are sent as they are.
 * @throws {MonitoringConfigError} for a name that no parameter has, and for too many of them.
 */
export function resolveScrub(given: ScrubOptions | false = {}): ScrubSettings | false {
  if (given === false) return false;
  const { parameters, allowed, emails = true, opaqueValues = true } = given;
  return Object.freeze({
    parameters: resolveNames('scrub.parameters', parameters),
    allowed: resolveNames('scrub.allowed', allowed),
    emails,
    opaqueValues,
  });
}

function resolveNames(option: string, names: readonly string[] = []): readonly string[] {
  if (names.length > MAX_NAMES)
    throw new MonitoringConfigError(option, `${names.length} names`, `up to ${MAX_NAMES} names`);
  for (const name of names) if (!NAME.test(name)) throw new MonitoringConfigError(option, name, ACCEPTED);
  return Object.freeze([...names]);
}
