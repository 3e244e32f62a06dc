// The files that a browser must fetch before the page can work: every script of the served HTML except those for old
// browsers.
import { gzipSync } from 'node:zlib';

const SCRIPT = /<script\b[^>]*>/g;
const SOURCE = /\bsrc="([^"]+)"/;

const gzipBytes = (body) => gzipSync(body, { level: 9 }).length;

async function fetchBody(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Sizes after gzip -9, in bytes: of the scripts, each compressed separately, and of the document. */
export async function measureFirstLoad(url) {
  const html = await fetchBody(url);
  const sources = html
    .toString('utf8')
    .match(SCRIPT)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .map((tag) => SOURCE.exec(tag)?.[1].replaceAll('&amp;', '&'))
    .filter(Boolean);
  let scriptBytes = 0;
  for (const source of new Set(sources)) scriptBytes += gzipBytes(await fetchBody(new URL(source, url)));
  return { scriptBytes, htmlBytes: gzipBytes(html) };
}
