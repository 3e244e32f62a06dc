#!/usr/bin/env node
// Writes the error documents as files, for servers of static files: see docs/honest-status.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultDocuments } from '../dist/document/index.js';

/** The exit code that sysexits.h defines for a wrong configuration. */
const EX_CONFIG = 78;

const HELP = `adit-fault-documents --out <folder>

Writes <folder>/<status>.<locale>.html for 401, 403, 404, 429, 500, 503, offline and update.

--out <folder>            the folder to write to; created if missing
--locales <de,fr,…>       languages; default all
--pack classic|plain      pack of the English texts; default classic
--site-name <name>        follows the document title
--home-href <address>     the home page; default /
--sign-in-href <address>  the sign-in page
--search-href <address>   target of the search form
--back-href <address>     the previous page
--report-href <address>   where to report a problem
--contact-href <address>  where to ask for help
--retry-after <seconds>   when to try again, on the 503; the server must send it too
--color-scheme <scheme>   "light dark" (default), light or dark
--theme <file>            style rules after the screens' own
--help                    this text

Exit codes: 0 success, 1 a file could not be read or written, 78 wrong arguments.
`;

const OPTIONS = {
  out: { type: 'string' },
  locales: { type: 'string' },
  pack: { type: 'string' },
  'site-name': { type: 'string' },
  'home-href': { type: 'string' },
  'sign-in-href': { type: 'string' },
  'search-href': { type: 'string' },
  'back-href': { type: 'string' },
  'report-href': { type: 'string' },
  'contact-href': { type: 'string' },
  'retry-after': { type: 'string' },
  'color-scheme': { type: 'string' },
  theme: { type: 'string' },
  help: { type: 'boolean' },
};

/** Errors about invalid arguments and the options made from them. All others come from the system. */
const isWrongArgument = (error) =>
  error instanceof RangeError || String(error.code).startsWith('ERR_PARSE_ARGS');

function main() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const { out, theme } = values;
  if (!out) throw new RangeError('--out is missing; accepted: the folder to write to');
  const documents = faultDocuments({
    locales: values.locales?.split(',').map((locale) => locale.trim()),
    pack: values.pack,
    siteName: values['site-name'],
    homeHref: values['home-href'],
    signInHref: values['sign-in-href'],
    searchHref: values['search-href'],
    backHref: values['back-href'],
    reportHref: values['report-href'],
    contactHref: values['contact-href'],
    retryAfter: values['retry-after'],
    colorScheme: values['color-scheme'],
    theme: theme && readFileSync(theme, 'utf8'),
  });
  mkdirSync(out, { recursive: true });
  for (const { file, html } of documents) writeFileSync(join(out, file), html);
  process.stdout.write(`${documents.length} documents in ${out}\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error.message.split('\n', 1)[0]}\n`);
  process.exitCode = isWrongArgument(error) ? EX_CONFIG : 1;
}
