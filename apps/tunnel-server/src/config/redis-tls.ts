import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { RedisAddress, RedisTls } from './redis-address.ts';
import type { SettingReader } from './setting-reader.ts';
import type { SettingKey } from './settings.ts';

/**
 * Reads the certificates for Redis.
 * @throws {@link ConfigError} if they are no PEM, or no address uses TLS
 */
export function readTls(
  { given, fail }: SettingReader,
  addresses: readonly (RedisAddress | undefined)[],
): RedisTls {
  const tls = { ca: given('redisCa'), cert: given('redisCert'), key: given('redisKey') };
  const keyOf = { ca: 'redisCa', cert: 'redisCert', key: 'redisKey' } as const;
  const check = (pem: string | undefined, key: SettingKey, read: (pem: string) => unknown): void => {
    try {
      if (pem !== undefined) read(pem);
    } catch {
      fail(key, key === 'redisKey' ? 'the key of the certificate' : 'PEM that OpenSSL can read');
    }
  };
  for (const [name, value] of Object.entries(tls)) {
    if (value === undefined) continue;
    const key = keyOf[name as keyof typeof tls];
    if (!addresses.some((address) => address?.isEncrypted)) {
      fail(key, 'it only with an address that begins with rediss, for TLS');
    }
    if (!value.includes('-----BEGIN ')) fail(key, 'PEM, which has a line -----BEGIN …-----');
  }
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    fail(tls.cert === undefined ? 'redisKey' : 'redisCert', 'certificate and key together');
  }
  check(tls.ca, 'redisCa', (ca) => new X509Certificate(ca));
  check(tls.cert, 'redisCert', (cert) => new X509Certificate(cert));
  check(tls.key, 'redisKey', () => createSecureContext({ cert: tls.cert, key: tls.key }));
  return tls;
}
