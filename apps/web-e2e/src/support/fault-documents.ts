import { InlineFault, PageFault } from '@adit/fallback-ui/client';
import type { FaultKind, FaultProps } from '@adit/fallback-ui/boundary';
import type { FallbackTexts } from '@adit/fallback-ui';
import { directionOf, loadTexts, type FallbackLocale, type PackName } from '@adit/fallback-ui/texts';
import { createElement as h, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DIGEST } from './screen-documents.ts';

/** Every kind of fault that a boundary recognises. */
export const KINDS = [
  'server',
  'client',
  'offline',
  'skew',
  'missing-chunk',
] as const satisfies readonly FaultKind[];

/**
 * Fallbacks that exist only in running pages, with buttons: an inline fallback of each kind, one below the other, and
 * an error instead of a page, with a copyable reference.
 */
export const FAULTS = ['inlineFaults', 'pageFault'] as const;

/** One of {@link FAULTS}. */
export type Fault = (typeof FAULTS)[number];

/** Options of such a page. */
export interface FaultChoice {
  /** Default `en`. */
  readonly locale?: FallbackLocale | undefined;
  /** Default `classic`. */
  readonly pack?: PackName | undefined;
  /** Texts that replace those. */
  readonly texts?: FallbackTexts | undefined;
  /** The host's style sheet, before that of the fallbacks. Default one that sets a margin and a typeface. */
  readonly hostCss?: string | undefined;
  /** The kinds of inline fallbacks. Default all. */
  readonly kinds?: readonly FaultKind[] | undefined;
}

const HOST_CSS =
  ':root{color-scheme:light dark;background:light-dark(#fff,#000);color:light-dark(#000,#fff)}body{margin:0;font:16px/1.5 sans-serif}main:not(.adit-fallback){display:grid;gap:1rem;padding:1rem}';

const doNothing = (): void => undefined;

/** A page with a fault in it, as React renders it. The copy status has its text, so that it is checked as well. */
export async function faultDocument(
  fault: Fault,
  { locale = 'en', pack = 'classic', texts: given, hostCss = HOST_CSS, kinds = KINDS }: FaultChoice = {},
): Promise<string> {
  const texts = given ?? (await loadTexts(locale, pack));
  const propsOf = (kind: FaultKind): FaultProps => {
    const reference = kind === 'server' || kind === 'client' ? DIGEST : undefined;
    const error = Object.assign(new Error('secret'), { digest: reference });
    return { error, kind, reference, retry: doNothing, reset: doNothing };
  };
  const links = { siteName: 'Adit', homeHref: '/', reportHref: '/report', contactHref: '/contact' };
  const drawn: Record<Fault, () => ReactNode> = {
    inlineFaults: () =>
      h(
        Fragment,
        null,
        h('title', null, 'Sales – Adit'),
        h('main', null, [
          h('h1', { key: 'h1' }, 'Adit'),
          ...kinds.map((kind) => h(InlineFault, { key: kind, ...propsOf(kind), texts })),
        ]),
      ),
    pageFault: () => h(PageFault, { ...propsOf('client'), ...links, texts }),
  };
  const markup = renderToStaticMarkup(
    h('html', { lang: locale, dir: directionOf(locale) }, [
      h('head', { key: 'head' }, [
        h('meta', { key: 'viewport', name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('style', { key: 'style', dangerouslySetInnerHTML: { __html: hostCss } }),
      ]),
      h('body', { key: 'body' }, drawn[fault]()),
    ]),
  );
  return `<!doctype html>${markup.replaceAll('role="status">', `role="status">${texts.copied}`)}`;
}
