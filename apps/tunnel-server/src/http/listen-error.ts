import { ConfigError } from '../config/config-error.ts';
import { redactSetting } from '../log/redact.ts';
import { SETTINGS } from '../config/settings.ts';

/** The host and port settings, and their values. */
export interface ListenSettings {
  readonly hostKey: 'host' | 'adminHost';
  readonly portKey: 'port' | 'adminPort';
  readonly host: string;
  readonly port: number;
}

/** Unknown name, address of another machine, or invalid address. */
const WRONG_HOST = /^(?:ENOTFOUND|EAI_[A-Z]+|EADDRNOTAVAIL|EINVAL|EAFNOSUPPORT)$/;

/**
 * Returns an error that names the setting: a ConfigError if its value is wrong, an ordinary Error if the port is in use.
 * Returns the error itself if no setting is the reason.
 */
export function toListenError(error: unknown, { hostKey, portKey, host, port }: ListenSettings): unknown {
  const code = String((error as NodeJS.ErrnoException).code);
  const shown = (name: string, value: string | number): string =>
    `${name}=${JSON.stringify(redactSetting(String(value)))}`;
  if (WRONG_HOST.test(code)) {
    return new ConfigError(
      `${shown(SETTINGS[hostKey].name, host)} is not valid (${code}): ` +
        'use an address of this machine, or a name that resolves to one, without a port.',
    );
  }
  const portShown = shown(SETTINGS[portKey].name, port);
  if (code === 'EACCES') {
    return new ConfigError(
      `${portShown} is not valid (EACCES): use a port this user may listen at, such as 8787.`,
    );
  }
  if (code === 'EADDRINUSE') {
    return new Error(
      `${portShown} is in use by another process at ${host} (EADDRINUSE): stop it, or use another port.`,
    );
  }
  return error;
}
