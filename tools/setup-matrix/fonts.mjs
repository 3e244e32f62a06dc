// Google's answers for the fonts of a third-party repository, because builds here reach no other host.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { run } from './repositories.mjs';

const FROM_GOOGLE = /import\s*\{([^}]+)\}\s*from\s*['"]next\/font\/google['"]/g;

/** Local name → name at Google: `{ Inter as FontSans }`. */
const importedFonts = (text) =>
  new Map(
    [...text.matchAll(FROM_GOOGLE)].flatMap(([, names]) =>
      names
        .split(',')
        .map((name) => name.trim().split(/\s+as\s+/))
        .filter(([name]) => name)
        .map(([name, local = name]) => [local, name]),
    ),
  );

/** Each font that the text calls, with its options, which Next requires to be literals. */
const fontsOf = (text) =>
  [...importedFonts(text)].flatMap(([local, name]) =>
    [...text.matchAll(new RegExp(`\\b${local}\\(\\s*(\\{[^}]*\\})`, 'g'))].map(([, options]) => ({
      name,
      options: runInNewContext(`(${options})`),
    })),
  );

/** The address that Next, found from `next`, requests for a font. */
function addressOf(next, { name, options }) {
  const google = (file) => next(`next/dist/compiled/@next/font/dist/google/${file}.js`);
  const { fontFamily, weights, styles, display, selectedVariableAxes } = google(
    'validate-google-font-function-call',
  ).validateGoogleFontFunctionCall(name, options);
  const axes = google('get-font-axes').getFontAxes(fontFamily, weights, styles, selectedVariableAxes);
  const css = `@font-face { font-family: '${fontFamily}'; font-display: swap; src: local('${fontFamily}'); }`;
  return [google('get-google-fonts-url').getGoogleFontsUrl(fontFamily, axes, display), css];
}

/** Writes the answers to a file for Next, and returns its path. */
export function writeFonts(folder, application, file) {
  const named = run('git', ['grep', '--no-index', '-lI', 'next/font/google'], folder, { mayFail: true });
  const fonts = named.stdout
    .split('\n')
    .filter((path) => /\.[jt]sx?$/.test(path) && !path.includes('node_modules'))
    .flatMap((path) => fontsOf(readFileSync(join(folder, path), 'utf8')));
  const next = createRequire(join(folder, application, 'package.json'));
  const answers = Object.fromEntries(fonts.map((font) => addressOf(next, font)));
  writeFileSync(file, `module.exports = ${JSON.stringify(answers, undefined, 2)};\n`);
  return file;
}
