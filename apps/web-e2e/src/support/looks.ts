import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const TYPEFACE = readFileSync(
  createRequire(import.meta.url).resolve('next/dist/next-devtools/server/font/geist-latin.woff2'),
).toString('base64');

/**
 * The bundled typeface `Looks`, because the typefaces of machines differ. Letters are at the same fractions of a pixel
 * everywhere.
 */
export const LOOKS = `@font-face{font-family:Looks;font-weight:100 900;src:url(data:font/woff2;base64,${TYPEFACE})}
:root,button{text-rendering:geometricPrecision}`;

/** Builds of Chromium may smooth the edges of letters and corners differently; a word that has moved exceeds this. */
export const SMOOTHING = { maxDiffPixelRatio: 0.002 };
