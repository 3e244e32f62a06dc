/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { locales } from '../texts/locales.ts';
import { faultStatuses } from './fault-status.ts';
import { renderFaultDocument } from './render-fault-document.ts';

let folder: string;

/** Bundles the command with the sources, so that no build is needed. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adit-faults-'));
  await build({
    entryPoints: [join(__dirname, '../../bin/write-fault-documents.mjs')],
    outfile: join(folder, 'command.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [
      {
        name: 'sources',
        setup({ onResolve }) {
          onResolve({ filter: /^\.\.\/dist\/document\/index\.js$/ }, () => ({
            path: join(__dirname, 'index.ts'),
          }));
        },
      },
    ],
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(folder, 'command.mjs'), ...args], { encoding: 'utf8' });
}

describe('adit-fault-documents', () => {
  it('writes every status in every language into a folder it makes', () => {
    const out = join(folder, 'all/of/them');

    expect(run('--out', out)).toMatchObject({ status: 0, stdout: `128 documents in ${out}\n`, stderr: '' });
    expect(readdirSync(out)).toHaveLength(faultStatuses.length * locales.length);
    expect(readFileSync(join(out, '404.ar.html'), 'utf8')).toBe(renderFaultDocument(404, 'ar'));
  });

  it('passes each argument on', () => {
    const out = join(folder, 'some');
    const theme = join(folder, 'theme.css');
    writeFileSync(theme, ':root{--adit-fallback-radius:0}');
    const args = {
      out,
      locales: 'de, fr',
      pack: 'plain',
      'site-name': 'Beispiel <&>',
      'home-href': '/de',
      'sign-in-href': '/anmelden',
      'search-href': '/suche',
      'back-href': '/zurück',
      'report-href': '/melden?zu={reference}',
      'contact-href': '/hilfe',
      'retry-after': '600',
      'color-scheme': 'dark',
      theme,
    };
    const { status } = run(...Object.entries(args).map(([name, value]) => `--${name}=${value}`));
    const options = {
      pack: 'plain',
      siteName: 'Beispiel <&>',
      homeHref: '/de',
      signInHref: '/anmelden',
      searchHref: '/suche',
      backHref: '/zurück',
      reportHref: '/melden?zu={reference}',
      contactHref: '/hilfe',
      colorScheme: 'dark',
      theme: ':root{--adit-fallback-radius:0}',
    } as const;

    expect(status).toBe(0);
    expect(readdirSync(out)).toHaveLength(faultStatuses.length * 2);
    for (const code of [401, 404, 500, 503] as const) {
      expect(readFileSync(join(out, `${code}.fr.html`), 'utf8')).toBe(
        renderFaultDocument(code, 'fr', { ...options, retryAfter: 600 }),
      );
    }
  });

  it.each([
    ['no folder', [], '--out is missing; accepted: the folder to write to'],
    ['an unknown language', ['--out', 'x', '--locales', 'de,xx'], 'locale is "xx"; accepted: en, '],
    [
      'no time to come back',
      ['--out', 'x', '--retry-after', 'soon'],
      'retryAfter is "soon"; accepted: whole seconds, 1 to 86400',
    ],
    ['an unknown flag', ['--output', 'x'], "Unknown option '--output'"],
    ['a word too many', ['--out', 'x', 'y'], "Unexpected argument 'y'"],
  ])('exits with 78 and one line for %s, and writes nothing', (_, args, message) => {
    const { status, stdout, stderr } = run(...args);

    expect(status).toBe(78);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('reports a wrong theme of many lines in one line', () => {
    const theme = join(folder, 'wrong.css');
    writeFileSync(theme, ':root {\n  color: red;\n}\n</style>\n');
    const { status, stderr } = run('--out', join(folder, 'none'), '--theme', theme);

    expect(status).toBe(78);
    expect(stderr).toBe(
      'theme is ":root {\\n  color: red;\\n}\\n</style>\\n"; accepted: style rules without "</", which ends the element\n',
    );
  });

  it('exits with 1 if the system refuses', () => {
    expect(run('--out', join(folder, 'command.mjs'))).toMatchObject({ status: 1, stdout: '' });
    expect(run('--out', folder, '--theme', join(folder, 'none.css')).status).toBe(1);
  });

  it('helps', () => {
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run('--help').stdout).toContain('--locales <de,fr,…>');
  });
});
