#!/usr/bin/env node
// Writes the error documents as files, for servers that serve files: see docs/honest-status.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultDocuments } from '../dist/document/index.js';

/** sysexits.h: something was found in an unconfigured or misconfigured state. */
const EX_CONFIG = 78;

const HELP = `adit-fault-documents --out <folder>

Writes <folder>/<status>.<locale>.html for 401, 403, 404, 429, 500, 503, offline and update.

--out <folder>            where to; made if it is missing
--locales <de,fr,…>       languages; all of them by default
--pack classic|plain      words; classic by default
--site-name <name>        put behind the document title
--home-href <address>     the home page; / by default
--sign-in-href <address>  where people sign in
--search-href <address>   where a search is sent
--back-href <address>     the page before
--report-href <address>   where a problem is reported
--contact-href <address>  where people are asked for help
--retry-after <seconds>   when to come back, on the 503; the server must send it too
--color-scheme <scheme>   "light dark" by default, light, dark
--theme <file>            style rules put behind the screens' own
--help                    this text

Exit codes: 0 written or helped, 1 could not read or write, 78 wrong arguments.
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

/** What is thrown for wrong arguments, here and by the options they become; all else is the system's. */
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
