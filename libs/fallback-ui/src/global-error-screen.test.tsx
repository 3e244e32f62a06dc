import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { GlobalErrorScreen } from './global-error-screen.tsx';
import { fallbackCss } from './styles.ts';
import { texts as classicTexts } from './texts/classic/en.ts';

const CLIENT_SIDE =
  'Application error: a client-side exception has occurred (see the browser console for more information).';
const SERVER_SIDE =
  'Application error: a server-side exception has occurred (see the server logs for more information).';

/** Replaces the whole document, as a framework does on the client. */
const renderDocument = (ui: React.ReactElement) => render(ui, { container: document });

const parse = (markup: string) => new DOMParser().parseFromString(`<!doctype html>${markup}`, 'text/html');

describe('GlobalErrorScreen', () => {
  it.each([
    ['S12 without a digest it refers to the browser console', new Error('boom'), CLIENT_SIDE],
    [
      'S12 the digest of a redirect or a status is no server error',
      { digest: 'NEXT_REDIRECT;replace;/;307;' },
      CLIENT_SIDE,
    ],
    [
      'S13 with a digest it refers to the server logs and shows the digest',
      { digest: '2154321987' },
      SERVER_SIDE,
    ],
  ])('%s, in one text node of the server’s HTML', (_, error, sentence) => {
    const { body } = parse(renderToStaticMarkup(<GlobalErrorScreen error={error} />));
    const lead = body.querySelector('.adit-fallback-text-lead');
    const texts = [...body.querySelectorAll('p')].map(({ textContent }) => textContent);

    expect([...(lead?.childNodes ?? [])].map((node) => node.nodeValue)).toEqual([sentence]);
    expect(texts.filter((text) => text.startsWith('Application error'))).toEqual([sentence]);
    expect(texts.filter((text) => text.startsWith('Digest'))).toEqual(
      sentence === SERVER_SIDE ? ['Digest: 2154321987'] : [],
    );
  });

  it('is a complete document', () => {
    const markup = renderToStaticMarkup(<GlobalErrorScreen siteName="Example" nonce="r4nd0m" />);
    const { documentElement, head, body, title } = parse(markup);

    expect(documentElement.lang).toBe('en');
    expect(documentElement.dir).toBe('ltr');
    expect(title).toBe('Something went wrong – Example');
    expect([...head.querySelectorAll('meta')].map(({ outerHTML }) => outerHTML).sort()).toEqual([
      '<meta charset="utf-8">',
      '<meta name="robots" content="noindex">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ]);
    expect(head.querySelector('style')?.textContent).toBe(fallbackCss);
    expect(head.querySelector('style')?.nonce).toBe('r4nd0m');
    expect(body.querySelectorAll('main h1')).toHaveLength(1);
  });

  it('needs no script, style sheet, font or image', () => {
    const markup = renderToStaticMarkup(<GlobalErrorScreen retry={() => undefined} />);

    expect(markup).not.toMatch(/<script|<link|<img|<svg|url\(|@import|\sstyle=/);
    expect(markup).toContain('href=""');
    expect(markup).toContain('href="/"');
  });

  it('replaces the failed document', () => {
    document.documentElement.lang = 'de';
    document.body.innerHTML = '<p>stale</p>';

    renderDocument(<GlobalErrorScreen texts={{ ...classicTexts, lang: 'en-GB' }} />);

    expect(document.documentElement.lang).toBe('en-GB');
    expect(document.title).toBe('Something went wrong');
    expect(screen.queryByText('stale')).not.toBeInTheDocument();
  });

  it('puts extra actions after its own', () => {
    renderDocument(
      <GlobalErrorScreen homeHref="/start">
        <a href="/help">Get help</a>
      </GlobalErrorScreen>,
    );

    expect(screen.getByText('Go to the home page')).toHaveAttribute('href', '/start');
    expect(screen.getByText('Get help')).toBeVisible();
  });
});
