import { resolve } from 'node:path';
// eslint-disable-next-line @nx/enforce-module-boundaries -- a small part; the rules are loaded when they are needed
import { checkPolicySource } from '@adit/policy/source';
import type { SettingReader } from './setting-reader.ts';

/** The rules of the tunnel: where their document is, and how it is read. */
export type PolicyConfig =
  | { readonly kind: 'off' }
  /** The noise rules and the scrubbing of `@adit/policy`. */
  | { readonly kind: 'built-in' }
  /** An absolute path, or an address. */
  | { readonly kind: 'place'; readonly from: string; readonly signedBy: string | undefined }
  /** A key of the Redis of limits or spool. */
  | { readonly kind: 'redis'; readonly key: string; readonly signedBy: string | undefined };

const ACCEPTED = 'off, a path, an https address without a password, or redis:KEY';

/** An address has two letters before its colon or more. One letter is a drive. */
const ADDRESS = /^[a-z][a-z\d+.-]+:/i;

/**
 * Reads the settings of the policy.
 * @param redisPrefix begins all names in the Redis of limits or spool; `undefined` without one
 * @throws {@link ConfigError} for a place that is none, or a key that is none
 */
export function readPolicyConfig(
  { given, fail }: SettingReader,
  workingDirectory: string,
  redisPrefix: string | undefined,
): PolicyConfig {
  const text = given('policy');
  const signedBy = given('policyKey');
  if (signedBy !== undefined && !isAccepted('/', signedBy))
    fail('policyKey', 'an Ed25519 public key, as PEM or base64, not its path');
  if (signedBy !== undefined && (text === undefined || text === 'off')) {
    return fail('policyKey', 'it only with a document in ADIT_POLICY');
  }
  if (text === undefined) return { kind: 'built-in' };
  if (text === 'off') return { kind: 'off' };
  const [, key] = /^redis:(?!\/\/)(\S{1,200})$/.exec(text) ?? [];
  if (key !== undefined) {
    if (redisPrefix === undefined)
      return fail('policy', 'redis:KEY only with ADIT_LIMITS or ADIT_SPOOL in Redis');
    // The server's user may not have a right to others. Redis would refuse it, and count as away.
    if (!key.startsWith(redisPrefix)) fail('policy', `redis:KEY with a KEY that begins with ${redisPrefix}`);
    return { kind: 'redis', key, signedBy };
  }
  const from = ADDRESS.test(text) ? text : resolve(workingDirectory, text);
  const isPlace = !/^rediss?[:+]/i.test(text) && !text.includes('\0') && isAccepted(from);
  return isPlace ? { kind: 'place', from, signedBy } : fail('policy', ACCEPTED);
}

function isAccepted(from: string, key?: string): boolean {
  try {
    checkPolicySource(from, key);
    return true;
  } catch {
    return false;
  }
}

/** The place of the rules for logs, without the query of an address, and whether they have to be signed. */
export function shownPolicy(policy: PolicyConfig): string {
  if (policy.kind === 'off' || policy.kind === 'built-in') return policy.kind;
  const place = policy.kind === 'redis' ? `redis:${policy.key}` : policy.from.replace(/\?.*$/s, '');
  return policy.signedBy === undefined ? place : `${place}, signed`;
}
