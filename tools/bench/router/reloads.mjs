// How often a page reloads while its route never loads, in each storage mode: our breaker and the guards of others.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { bundle } from './shared.mjs';

/** Guards of reloads-page.mjs. */
export const GUARDS = ['ours', 'nuxt', 'tanstack', 'boolean'];
/** Storage modes of reloads-page.mjs. */
export const MODES = ['works', 'throws', 'full', 'absent', 'opaque'];

const PAGE = fileURLToPath(new URL('reloads-page.mjs', import.meta.url));
const DEADLINE_MS = 30_000;

/** Serves the page under every path and counts how often each was asked for; there is no route to be had. */
async function serve() {
  const script = await bundle({
    entry: PAGE,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const documents = new Map();
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    // A sandboxed document's own scripts come from another origin than its opaque one.
    response.setHeader('access-control-allow-origin', '*');
    if (pathname === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (pathname.includes('.')) response.writeHead(404).end();
    else {
      documents.set(pathname, (documents.get(pathname) ?? 0) + 1);
      response
        .writeHead(200, {
          'content-type': 'text/html',
          ...(pathname.endsWith('/opaque') && { 'content-security-policy': 'sandbox allow-scripts' }),
        })
        .end('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>');
    }
  });
  await new Promise((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${server.address().port}`,
    documents,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function measureOne({ browser, site, guard, mode }) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const path = `/${guard}/${mode}`;
    await page.goto(`${site.origin}${path}`);
    await page.waitForSelector('html[data-tries]', { state: 'attached', timeout: DEADLINE_MS });
    const { tries, shown } = await page.evaluate('({ ...document.documentElement.dataset })');
    return { guard, mode, tries: Number(tries), reloads: site.documents.get(path) - 1, shown };
  } finally {
    await context.close();
  }
}

/** One row for each guard and storage mode: `reloads` in `tries` failures, and what the visitor was shown. */
export async function measureReloads({
  executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
} = {}) {
  const site = await serve();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const rows = [];
    for (const guard of GUARDS)
      for (const mode of MODES) rows.push(await measureOne({ browser, site, guard, mode }));
    return rows;
  } finally {
    await browser.close();
    site.close();
  }
}
