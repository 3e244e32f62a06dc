import { generateKeyPairSync, sign } from 'node:crypto';
import { createBench, createKeys, textOf, type WatchBench } from '../../testing/watch.helper.ts';
import { createVerifier, signPolicy } from './signature.ts';

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    der: der.toString('base64'),
    raw: der.subarray(-32).toString('base64'),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateDer: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    privateKey,
  };
};
const own = pair();
const other = pair();
const bytesOf = (text: string) => new TextEncoder().encode(text);

it('signPolicy signs as node:crypto and OpenSSL do, with either form of the key', async () => {
  const text = '{"reason":"größer"}\n';
  const expected = sign(null, Buffer.from(text), own.privateKey).toString('base64');
  expect(await signPolicy(text, own.privatePem)).toBe(expected);
  expect(await signPolicy(text, own.privateDer)).toBe(expected);
});

it.each(['pem', 'der', 'raw'] as const)('a public key as %s verifies the exact bytes', async (form) => {
  const verify = createVerifier(own[form]);
  const signature = await signPolicy('{}', own.privatePem);
  expect(await verify(bytesOf('{}'), signature)).toBe(true);
  expect(await verify(bytesOf('{}\n'), signature)).toBe(false);
  expect(await verify(bytesOf('{}'), await signPolicy('{}', other.privatePem))).toBe(false);
  for (const wrong of ['', 'AAAA', '*', `${signature}AAAA`])
    expect(await verify(bytesOf('{}'), wrong)).toBe(false);
});

it.each([
  ['nothing', ''],
  ['no base64', '*'],
  [
    'a key of another kind',
    Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), Buffer.alloc(32)]).toString('base64'),
  ],
  ['a private key', own.privatePem],
])('%s is no public key', (_name, key) => {
  expect(() => createVerifier(key)).toThrow(
    'watchPolicy: key is not an Ed25519 public key; accepted is PEM or base64.',
  );
});

it.each([
  ['nothing', ''],
  ['no base64', '*'],
  ['a public key', own.pem],
  [
    'a key of another kind',
    Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), Buffer.alloc(32)]).toString(
      'base64',
    ),
  ],
])('%s is no private key, and the message does not show it', async (_name, key) => {
  await expect(signPolicy('{}', key)).rejects.toThrow(
    'signPolicy: the key is not an Ed25519 private key; accepted is PKCS #8, as PEM or base64.',
  );
});

describe('a watch with a key', () => {
  let bench: WatchBench;
  beforeEach(() => {
    bench = createBench();
  });
  afterEach(() => {
    bench.closeAll();
  });

  it('takes signed texts alone, and says once of each other one why not', async () => {
    const keys = createKeys({ policy: textOf(1), 'policy:sig': await signPolicy(textOf(1), own.privatePem) });
    const record = bench.start({ from: keys.from, key: own.raw });
    await bench.run(60_000);
    expect(record.watch.current()).toEqual({ n: 1 });

    keys.set(textOf(2));
    await bench.run(60_000);
    keys.values.set('policy:sig', await signPolicy(textOf(2), other.privatePem));
    await bench.run(60_000);
    keys.values.delete('policy:sig');
    await bench.run(60_000);
    keys.values.set('policy:sig', 'x'.repeat(1_025));
    await bench.run(60_000);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.texts).toEqual([textOf(1)]);
    expect(record.told.map(({ problem }) => problem)).toEqual([
      undefined,
      'the signature is not right for this text and key',
      'the signature is not right for this text and key',
      'the document is not signed',
      'the signature is not right for this text and key',
    ]);

    keys.values.set('policy:sig', `${await signPolicy(textOf(2), own.privatePem)}\n`);
    await bench.run(5_000);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses().at(-1)).toBe('ok');
  });

  it('says nothing if the signature follows its text within 200 ms', async () => {
    const keys = createKeys({ policy: textOf(1), 'policy:sig': await signPolicy(textOf(1), own.privatePem) });
    const record = bench.start({ from: keys.from, key: own.raw });
    await bench.run(1_000);
    keys.set(textOf(2));
    await bench.run(4_100);
    keys.values.set('policy:sig', await signPolicy(textOf(2), own.privatePem));
    await bench.run(100);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok']);
  });

  it('refuses the text in force once its signature is gone, and keeps it', async () => {
    const keys = createKeys({ policy: textOf(1), 'policy:sig': await signPolicy(textOf(1), own.privatePem) });
    const record = bench.start({ from: keys.from, key: own.raw });
    await bench.run(1_000);
    const signature = keys.values.get('policy:sig')!;
    keys.values.delete('policy:sig');
    await bench.run(60_000);
    keys.values.set('policy:sig', signature);
    await bench.run(5_000);
    expect(record.statuses()).toEqual(['ok', 'refused', 'ok']);
    expect(record.changes).toHaveLength(1);
  });
});
