import { adviceOnDsn } from '@adit/common';
import { MonitoringConfigError } from './config-error.ts';
import { defineMonitoring, type Monitoring, type MonitoringOverrides } from './define-monitoring.ts';
import type { EnvironmentRecord } from './variables.ts';

/** A variable with an invalid value. */
export interface WrongVariable {
  readonly name: string;
  /** One line, without secrets: the variable, its value and what is accepted. */
  readonly message: string;
  /** One sentence: the value used instead. */
  readonly instead: string;
}

/**
 * The variables that decide where events go. With a default instead of one of them, events could go to a wrong place.
 */
const DESTINATION = /_DSN$|_INGEST_ORIGIN$/;

/**
 * Returns the monitoring settings of a running server. An invalid variable cannot stop the server: its default is used.
 * If it is the DSN or the ingest origin, monitoring is off.
 * @throws {MonitoringConfigError} for the first unknown override or invalid value of `overrides`.
 */
export function defineForServer(
  env: EnvironmentRecord,
  overrides: MonitoringOverrides,
  onWrongVariable: (wrong: WrongVariable) => void,
): Monitoring {
  const { monitoring, errors } = defineWithout(env, overrides);
  for (const { message, option } of errors)
    onWrongVariable({
      name: option,
      // Added here and not in the error itself, because pages load the texts of errors.
      message: withoutKeys(message) + (option.endsWith('_DSN') ? adviceOnDsn(env[option]?.trim() ?? '') : ''),
      instead: describeInstead(option, monitoring),
    });
  return monitoring;
}

function defineWithout(
  env: EnvironmentRecord,
  overrides: MonitoringOverrides,
): { monitoring: Monitoring; errors: MonitoringConfigError[] } {
  try {
    return { monitoring: defineMonitoring(env, overrides), errors: [] };
  } catch (error) {
    if (!(error instanceof MonitoringConfigError) || env[error.option] === undefined) throw error;
    const isOff = DESTINATION.test(error.option);
    // Another DSN, such as that of the build, may belong to another project.
    const left = { ...env, [error.option]: undefined, ...(isOff && NO_DSN) };
    const { monitoring, errors } = defineWithout(left, isOff ? { ...overrides, dsn: undefined } : overrides);
    return { monitoring, errors: [error, ...errors] };
  }
}

const NO_DSN = { SENTRY_DSN: undefined, NEXT_PUBLIC_SENTRY_DSN: undefined };

function describeInstead(name: string, monitoring: Monitoring): string {
  if (DESTINATION.test(name)) return 'Monitoring is off.';
  if (name.endsWith('_ENVIRONMENT')) return `The environment is ${monitoring.environment}.`;
  if (name.endsWith('_RELEASE'))
    return monitoring.release === undefined
      ? 'Events have no release.'
      : `The release is ${monitoring.release}.`;
  const rates = {
    TRACES: monitoring.tracesSampleRate,
    SESSION: monitoring.replaysSessionSampleRate,
    ON_ERROR: monitoring.replaysOnErrorSampleRate,
  };
  const [, rate] = Object.entries(rates).find(([word]) => name.includes(word)) ?? [];
  return `The rate is ${rate}.`;
}

/** Someone may have pasted a token into the wrong variable. */
const withoutKeys = (message: string): string =>
  message.replace(/"[^"]*"/, (value) => value.replace(/(\w{4})\w{20,}/g, '$1…'));
