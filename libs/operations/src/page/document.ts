import { createHash } from 'node:crypto';
import { markup, NOTHING, type Markup } from './markup.ts';
import type { PageParts } from './parts.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of the pages: nothing from other origins, and only their own scripts and styles. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hashOf(SCRIPT)}`,
    `style-src ${hashOf(STYLE)}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  // With `no-referrer`, a browser would send the sign-in form with `Origin: null`, and it would be refused.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

function documentOf(title: string, body: Markup, script: Markup): string {
  const style: Markup = { markup: STYLE };
  return markup`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}${script}</body></html>`
    .markup;
}

/** Options of the sign-in page. */
export interface LoginPageOptions {
  /** The target of the form. Default: the page's own address. */
  action?: string;
  /** Whether the last token was wrong. Default `false`. */
  wasWrong?: boolean;
}

/** The page that asks for a token. */
export function loginPage({ action, wasWrong = false }: LoginPageOptions = {}): string {
  const message = wasWrong ? markup`<p role="alert" class="bad">This token is not valid.</p>` : NOTHING;
  const target = action === undefined ? NOTHING : markup` action="${action}"`;
  const body = markup`<main class="sign-in"><h1>Adit tunnel: sign in</h1>${message}<form method="post"${target}><label>Token <input type="password" name="token" autocomplete="current-password" required></label><button>Sign in</button></form></main>`;
  return documentOf('Adit tunnel: sign in', body, NOTHING);
}

/**
 * The page with the current data, so that it can be read without a script. Its script keeps the parts up to date.
 * @param event the requested id, as it was entered
 */
export function statePage(parts: PageParts, event: string, trace: Markup): string {
  const part = (name: keyof PageParts): Markup => ({ markup: parts[name] });
  const body = markup`<header><p class="name">Adit tunnel</p><p id="replica">${part('replica')}</p><p id="time">${part('time')}</p><div><p id="connection" role="status"></p><button id="pause" type="button" hidden>Freeze page</button><noscript><a href="?">Reload</a></noscript></div></header>
<main><p id="announcement" role="status" class="hidden">${part('announcement')}</p><div id="verdict">${part('verdict')}</div><dl id="facts">${part('facts')}</dl>
<h2>Projects</h2><div id="projects" class="cards">${part('projects')}</div>
<h2>Since the start</h2><p class="note">Times are the first and the last. A request whose envelope could not be stored counts as refused (spool-unavailable) and as lost. A project has only the refusals after its DSN was read.</p><div id="counts">${part('counts')}</div>
<div id="recorded">${part('recorded')}</div>
<div id="policy">${part('policy')}</div>
<h2>The last hour</h2><div id="charts">${part('charts')}</div>
<div id="workers">${part('workers')}</div>
<h2 id="event">Where did it go?</h2><div class="box"><form role="search" action="#event"><label>Event id <input name="event" value="${event}" autocomplete="off" spellcheck="false"></label><button>Find</button></form>${trace}</div>
<h2>Last outcomes</h2><p class="note">All failures and refusals, and a sample of the forwards; of each kind the last few, and as ×23 how many of the last 1,000 are alike. The list waits while the pointer or the focus is in it.</p><div class="box" id="outcomes" data-waits>${part('outcomes')}</div>
</main><footer id="server">${part('server')}</footer>`;
  return documentOf(parts.title, body, markup`<script type="module">${{ markup: SCRIPT }}</script>`);
}
