import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchPolicy } from '@adit/policy/source';
import { readDocument } from '@adit/policy/tunnel';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { createAbilities } from '../abilities.ts';
import { runCli } from '../cli.ts';

const TEXT = '{ "version": 1, "noise": { "disabled": ["bot"] } }\n';

let folder: string;
const at = (name: string): string => join(folder, name);
let publicKey: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-cli-'));
  const pair = generateKeyPairSync('ed25519');
  publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  writeFileSync(at('policy.key'), pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('policy.json'), TEXT);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function sign(...args: string[]) {
  const host = recordedHost(folder);
  const all = ['policy', 'sign', 'policy.json', ...(args.length > 0 ? args : ['--key', 'policy.key'])];
  const exitCode = await runCli(all, createAbilities({}, '22.12.0'), '1.0.0', host);
  return { exitCode, out: host.out(), err: host.err() };
}

describe('policy sign', () => {
  it('writes a signature with which the document is accepted, and a changed one is refused', async () => {
    expect(await sign()).toEqual({
      exitCode: 0,
      out: 'policy.json.sig is written. Publish it with policy.json, byte for byte.\n',
      err: '',
    });
    const watch = watchPolicy({ from: at('policy.json'), key: publicKey, read: readDocument });
    await watch.ready;
    expect([watch.state().status, watch.current()]).toEqual(['ok', readDocument(TEXT)]);

    writeFileSync(at('policy.json'), TEXT.replace('bot', 'mail-scanner'));
    await watch.check();
    expect([watch.state(), watch.current()]).toEqual([
      expect.objectContaining({
        status: 'refused',
        problem: 'the signature is not right for this text and key',
      }),
      readDocument(TEXT),
    ]);

    await sign();
    await watch.check();
    expect([watch.state().status, watch.current()]).toEqual([
      'ok',
      { version: 1, noise: { disabled: ['mail-scanner'] } },
    ]);
    watch.close();
  });

  it('signs a byte order mark as it is stored', async () => {
    writeFileSync(at('policy.json'), `\uFEFF${TEXT}`);
    await sign();
    const watch = watchPolicy({ from: at('policy.json'), key: publicKey, read: readDocument });
    await watch.ready;
    expect(watch.state().status).toBe('ok');
    watch.close();
  });

  it('does not sign a wrong document, and says what is wrong', async () => {
    writeFileSync(at('policy.json'), '{\n"version": 1,\n"rule": [] }');
    const { exitCode, out } = await sign();
    expect([exitCode, out]).toEqual([1, expect.stringMatching(/^policy\.json:3 {2}rule is not known/)]);
    expect(existsSync(at('policy.json.sig'))).toBe(false);
  });

  it('ends with 2 for a key that is none, and does not show it', async () => {
    writeFileSync(at('policy.key'), 'c2VjcmV0');
    expect(await sign()).toEqual({
      exitCode: 2,
      out: '',
      err: 'adit: policy.key is not an Ed25519 private key; accepted is PKCS #8, as PEM or base64\n',
    });
    expect((await sign('--key', 'none')).err).toBe('adit: none cannot be read (ENOENT)\n');
    expect((await sign('--verbose')).exitCode).toBe(2);
  });

  it('ends with 2 for a document that is not UTF-8, and for a signature that cannot be written', async () => {
    mkdirSync(at('policy.json.sig'));
    expect(await sign()).toEqual({
      exitCode: 2,
      out: '',
      err: expect.stringMatching(/^adit: policy\.json\.sig cannot be written \(E\w+\)\n$/),
    });
    writeFileSync(at('policy.json'), Buffer.from([0x22, 0xff, 0x22]));
    expect((await sign()).err).toBe('adit: policy.json is not UTF-8\n');
    expect(readFileSync(at('policy.json'))).toHaveLength(3);
  });
});
