import { createScrubber } from './scrubber.ts';
import { SECRET_FORMS } from './secret-forms.ts';
import { SECRET_KINDS } from './secret-marker.ts';
import { HARMLESS, SECRETS, SECRETS_BEHIND_A_WORD } from '../../testing/secrets.helper.ts';

const { scrub } = createScrubber();

/** Kinds with a count, and the count. */
const counted = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

describe('secrets that their form gives away', () => {
  it.each(SECRETS)('%s: removes %j from any text, and nothing around it', (_kind, secret) => {
    expect(scrub({ message: `The call with ${secret} failed.` })).toEqual({
      message: 'The call with [Filtered] failed.',
    });
    expect(scrub({ extra: { note: secret } })).toEqual({ extra: { note: '[Filtered]' } });
    const json = JSON.stringify({ note: secret, list: [1, secret] });
    expect(scrub({ request: { data: json } })).toEqual({
      request: { data: '{"note":"[Filtered]","list":[1,"[Filtered]"]}' },
    });
    const lines = { vars: { note: secret }, context_line: `const it = "${secret}";` };
    const frame = scrub({ frames: [lines] }).frames[0];
    expect(frame?.vars).toEqual({ note: '[Filtered]' });
    expect(JSON.stringify(scrub({ url: `/a?q=${encodeURIComponent(secret)}` }))).not.toContain(
      encodeURIComponent(secret),
    );
  });

  it.each(SECRETS_BEHIND_A_WORD)('%s: keeps "%s" and removes %j', (_kind, word, secret) => {
    expect(scrub({ message: `It said "${word}${secret}".` })).toEqual({
      message: `It said "${word}[Filtered]".`,
    });
  });

  it.each([...SECRETS, ...SECRETS_BEHIND_A_WORD.map(([kind, ...parts]) => [kind, parts.join('')] as const)])(
    '%s: counts %j under its name, and leaves it if the kind is switched off',
    (kind, secret) => {
      const on = createScrubber();
      on.scrub({ note: secret });
      expect(counted(on.counts())).toEqual({ [kind]: 1 });

      const off = createScrubber({ disabled: [kind] });
      const payload = { note: secret };
      expect(off.scrub(payload)).toBe(payload);
      expect(off.counts()[kind]).toBeUndefined();
    },
  );

  it('has a sample for each form', () => {
    const tried = new Set(['azure-key', ...[...SECRETS, ...SECRETS_BEHIND_A_WORD].map(([kind]) => kind)]);
    expect(SECRET_FORMS.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
    expect(new Set(SECRET_KINDS).size).toBe(SECRET_KINDS.length);
  });

  it('removes the key of a connection string, whose name says so too', () => {
    const key = `${'aB3+'.repeat(21)}aB==`;
    const text = (value: string) => `DefaultEndpointsProtocol=https;AccountKey=${value};AccountName=shop`;
    const byForm = createScrubber({ disabled: ['name'] });

    expect(scrub(text(key))).toBe(text('[Filtered]'));
    expect(byForm.scrub(text(key))).toBe(text('[Filtered]'));
    expect(counted(byForm.counts())).toEqual({ 'azure-key': 1 });
  });

  it('removes any word behind "Bearer" that is alone in its text, and no word of prose', () => {
    expect(scrub({ a: 'Bearer sesame', b: 'it was "Bearer abc"' })).toEqual({
      a: 'Bearer [Filtered]',
      b: 'it was "Bearer [Filtered]"',
    });
    const payload = {
      a: 'Bearer token',
      b: 'the bearer of news',
      c: '"Bearer realm="api""',
      d: 'forbearer sesame',
    };
    expect(scrub(payload)).toBe(payload);
  });

  it('removes the rest of a text that was cut off in a private key', () => {
    const text = [
      'PEM: -----BEGIN ENCRYPTED PRIVATE',
      `KEY-----\\nDEK-Info: AES-128-CBC\\n${'aB3+'.repeat(16)}`,
    ].join(' ');
    expect(scrub(text)).toBe('PEM: [Filtered]');
  });

  it.each(HARMLESS)('leaves %j as it is', (text) => {
    const payload = { message: text, extra: { note: text, list: [text] }, vars: { text } };
    expect(scrub(payload)).toBe(payload);
  });

  it('finds secrets in source lines that give themselves away', () => {
    const token = SECRETS.find(([kind]) => kind === 'github-token')?.[1] ?? '';
    const frames = [{ pre_context: [`const token = "${token}";`, 'const mail = "ann@example.com";'] }];
    expect(scrub({ frames })).toEqual({
      frames: [{ pre_context: ['const token = "[Filtered]";', 'const mail = "ann@example.com";'] }],
    });
  });
});
