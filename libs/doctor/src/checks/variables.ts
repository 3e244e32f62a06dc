import { isIP } from 'node:net';
import type { Check } from '../check.ts';
import { readVariables } from '../facts/variables.ts';

interface Row {
  readonly isAccepted: (value: string) => boolean;
  readonly accepted: string;
  /** The server's behaviour with another value. */
  readonly instead: string;
}

const RATE: Row = {
  isAccepted: (value) => Number(value) >= 0 && Number(value) <= 1,
  accepted: 'a number from 0 to 1, such as 0.1',
  instead: 'the default holds',
};
const ENVIRONMENT: Row = {
  isAccepted: (value) => /^[^\s/]{1,64}$/.test(value) && value !== 'None',
  accepted: 'up to 64 characters without spaces and slashes, other than None',
  instead: 'the default holds',
};

/** The values that `defineMonitoring` and the tunnel accept. DSN and release have separate checks. */
const ROWS: Readonly<Record<string, Row>> = {
  SENTRY_ENVIRONMENT: ENVIRONMENT,
  NEXT_PUBLIC_SENTRY_ENVIRONMENT: ENVIRONMENT,
  SENTRY_TRACES_SAMPLE_RATE: RATE,
  NEXT_PUBLIC_SENTRY_TRACES_SAMPLE_RATE: RATE,
  SENTRY_REPLAYS_SESSION_SAMPLE_RATE: RATE,
  NEXT_PUBLIC_SENTRY_REPLAYS_SESSION_SAMPLE_RATE: RATE,
  SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: RATE,
  NEXT_PUBLIC_SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: RATE,
  ADIT_TRUSTED_PROXIES: {
    isAccepted: (value) =>
      value
        .split(/[\s,]+/)
        .filter(Boolean)
        .every(isBlock),
    accepted: 'addresses and CIDR blocks, such as 10.0.0.0/8',
    instead: 'what is none is ignored',
  },
  ADIT_INGEST_ORIGIN: {
    isAccepted: (value) => /^https?:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value),
    accepted: 'an origin, such as http://127.0.0.1:8969',
    instead: 'monitoring is off',
  },
};

function isBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

/** The variables that Adit reads have accepted values. */
export const variables: Check = {
  id: 'variables',
  title: 'No variable here has a value that Adit does not accept',
  run: (subject) =>
    Object.entries(ROWS).flatMap(([variable, { isAccepted, accepted, instead }]) =>
      readVariables(subject, variable)
        .filter(({ value }) => !isAccepted(value))
        .map(({ name, value, path, line }) => ({
          level: 'error' as const,
          message: `${name} is ${JSON.stringify(value.slice(0, 100))}, so ${instead}`,
          path,
          line,
          fix: `Use ${accepted}.`,
        })),
    ),
};
