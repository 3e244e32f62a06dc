import { isToken, MIN_TOKEN_LENGTH } from '@adit/operations';
import { ConfigError } from './config-error.ts';
import { SETTINGS, type SettingKey } from './settings.ts';
import { isLoopback } from './is-loopback.ts';

/** The secrets of the admin port. */
export interface AdminTokens {
  readonly token: string | undefined;
  readonly controlToken: string | undefined;
}

/**
 * Reads the tokens.
 * @throws ConfigError, which never repeats a token, if a token is too short, if both are equal, or if an admin port
 * that other machines can reach has none
 */
export function readAdminTokens(
  given: (key: SettingKey) => string | undefined,
  adminHost: string,
): AdminTokens {
  const read = (key: 'adminToken' | 'adminControlToken'): string | undefined => {
    const token = given(key);
    if (token === undefined || isToken(token)) return token;
    throw new ConfigError(
      `${SETTINGS[key].name} is not valid: use a token of ${MIN_TOKEN_LENGTH} characters or more, such as \`openssl rand -hex 32\` prints.`,
    );
  };
  const token = read('adminToken');
  const controlToken = read('adminControlToken');
  if (token !== undefined && token === controlToken) {
    throw new ConfigError(
      `${SETTINGS.adminControlToken.name} is also the value of ${SETTINGS.adminToken.name}: use another token.`,
    );
  }
  if (token === undefined && controlToken === undefined && !isLoopback(adminHost)) {
    throw new ConfigError(
      `${SETTINGS.adminToken.name} is missing: ${SETTINGS.adminHost.name} is not a loopback address, so use a token of ${MIN_TOKEN_LENGTH} characters or more.`,
    );
  }
  return { token, controlToken };
}
