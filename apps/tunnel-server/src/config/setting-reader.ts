import { ConfigError } from './config-error.ts';
import { describeError } from '../log/log.ts';
import { redactSetting } from '../log/redact.ts';
import {
  SETTINGS,
  defaultOf,
  fileVariableOf,
  flagOf,
  type Setting,
  type SettingKey,
  type SettingKeyWithDefault,
} from './settings.ts';

/** The sources of the configuration. */
export interface ConfigSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of flags, by the name of their environment variable. They override `env`. */
  readonly flags?: ReadonlyMap<string, string>;
  /** The base of a relative spool path. */
  readonly workingDirectory: string;
  /** Reads a file with a secret. */
  readonly readFile: (path: string) => string;
}

/** Reads settings, and fails with a one-line message. */
export interface SettingReader {
  /** The value of a setting; undefined if it is missing or blank. */
  readonly given: (key: SettingKey) => string | undefined;
  /** The variable with the value of a setting, or with the name of the file that contains it. */
  readonly variableOf: (key: SettingKey) => string;
  /** The value of a setting, or its default. */
  readonly text: (key: SettingKeyWithDefault) => string;
  /** The parsed value of a setting with a default. */
  readonly parsed: <T>(
    key: SettingKeyWithDefault,
    parse: (text: string) => T | undefined,
    accepted: string,
  ) => T;
  readonly fail: (key: SettingKey, accepted: string) => never;
}

interface Found {
  readonly value: string;
  readonly variable: string;
  readonly isFlag: boolean;
}

/**
 * Creates a {@link SettingReader}. Flags override variables; for each of them, a file overrides a value, which an image
 * may have set.
 */
export function createSettingReader({ env, flags, readFile }: ConfigSource): SettingReader {
  const found = new Map<SettingKey, Found | undefined>();

  const findIn = (
    { name, secret }: Setting,
    valueOf: (variable: string) => string | undefined,
    isFlag: boolean,
  ): Found | undefined => {
    const fileVariable = fileVariableOf(name);
    const path = secret === undefined ? undefined : valueOf(fileVariable)?.trim() || undefined;
    if (path !== undefined) {
      return { value: readSecret(fileVariable, path, readFile), variable: fileVariable, isFlag };
    }
    const value = valueOf(name)?.trim() || undefined;
    return value === undefined ? undefined : { value, variable: name, isFlag };
  };
  const find = (key: SettingKey): Found | undefined => {
    if (!found.has(key)) {
      const setting: Setting = SETTINGS[key];
      found.set(
        key,
        findIn(setting, (name) => flags?.get(name), true) ?? findIn(setting, (name) => env[name], false),
      );
    }
    return found.get(key);
  };
  const given = (key: SettingKey): string | undefined => find(key)?.value;
  const text = (key: SettingKeyWithDefault): string => given(key) ?? SETTINGS[key].fallback;
  const variableOf = (key: SettingKey): string => find(key)?.variable ?? SETTINGS[key].name;
  const fail = (key: SettingKey, accepted: string): never => {
    const setting: Setting = SETTINGS[key];
    const variable = variableOf(key);
    const from = find(key)?.isFlag === true ? ` (${flagOf(variable)})` : '';
    const shown = setting.secret === 'whole' ? '…' : redactSetting(given(key) ?? defaultOf(setting));
    throw new ConfigError(`${variable}=${JSON.stringify(shown)}${from} is not valid: use ${accepted}.`);
  };
  return {
    given,
    variableOf,
    text,
    fail,
    parsed: (key, parse, accepted) => parse(text(key)) ?? fail(key, accepted),
  };
}

function readSecret(variable: string, path: string, readFile: ConfigSource['readFile']): string {
  const fail = (problem: string): never => {
    throw new ConfigError(`${variable}=${JSON.stringify(redactSetting(path))} ${problem}.`);
  };
  let value: string;
  try {
    value = readFile(path).trim();
  } catch (error) {
    return fail(`cannot be read (${describeError(error)}): use the path of a readable file`);
  }
  return value === '' ? fail('is empty: use a file with the value') : value;
}
