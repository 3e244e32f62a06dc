import { ConfigError } from './config-error.ts';
import { redactSetting } from './redact.ts';
import { SETTINGS } from './settings.ts';

/** The host and port settings, and their values. */
interface ListenSettings {
  readonly hostKey: 'host' | 'adminHost';
  readonly portKey: 'port' | 'adminPort';
  readonly host: string;
  readonly port: number;
}

/** Unknown name, address of another machine, or invalid address. */
const WRONG_HOST = /^(?:ENOTFOUND|EAI_[A-Z]+|EADDRNOTAVAIL|EINVAL|EAFNOSUPPORT)$/;

/**
 * Returns a ConfigError that names the wrong setting, or the error itself if no setting is wrong, as for a port in
 * use.
 */
export function toListenError(error: unknown, { hostKey, portKey, host, port }: ListenSettings): unknown {
  const code = String((error as NodeJS.ErrnoException).code);
  const say = (name: string, value: string | number, accepted: string): ConfigError =>
    new ConfigError(
      `${name}=${JSON.stringify(redactSetting(String(value)))} is not valid (${code}): use ${accepted}.`,
    );
  if (WRONG_HOST.test(code)) {
    return say(SETTINGS[hostKey].name, host, 'an address of this machine, or a name that resolves to one');
  }
  if (code === 'EACCES')
    return say(SETTINGS[portKey].name, port, 'a port this user may listen at, such as 8787');
  return error;
}
