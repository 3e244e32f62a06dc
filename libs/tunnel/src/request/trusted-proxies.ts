import { isIpRange } from '@adit/envelope';

/**
 * Reads the proxies in front of a server, as `ADIT_TRUSTED_PROXIES` names them: addresses and CIDR blocks, between commas
 * or spaces. Invalid ones are left out: with a wrong variable, the site and its tunnel keep working.
 * @param text the value of the variable; default none
 * @param warn called once if one is left out, with the reason and with what is trusted instead
 */
export function readTrustedProxies(text = '', warn: (reason: string, instead: string) => void): string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const proxies = entries.filter(isIpRange);
  if (proxies.length < entries.length)
    warn(
      `ADIT_TRUSTED_PROXIES is "${entries.join(', ').slice(0, 100)}"; accepted: addresses and CIDR blocks such as 10.0.0.0/8`,
      proxies.length > 0 ? `Trusted are ${proxies.join(', ')}.` : 'No proxy is trusted.',
    );
  return proxies;
}
