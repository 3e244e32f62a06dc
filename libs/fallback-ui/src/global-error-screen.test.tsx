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

const controlFlowError = Object.assign(new Error('NEXT_REDIRECT'), {
  digest: 'NEXT_REDIRECT;replace;/;307;',
});

/** Replaces the whole document, as a framework does on the client. */
const renderDocument = (ui: React.ReactElement) => render(ui, { container: document });

const parse = (markup: string) => new DOMParser().parseFromString(`<!doctype html>${markup}`, 'text/html');

describe('GlobalErrorScreen', () => {
  it('S12 without a digest it refers to the browser console', () => {
    renderDocument(<GlobalErrorScreen error={new Error('boom')} />);

    expect(screen.getByText(CLIENT_SIDE)).toBeVisible();
    expect(screen.queryByText(SERVER_SIDE)).not.toBeInTheDocument();
    expect(screen.queryByText(/Digest/)).not.toBeInTheDocument();
  });

  it('S12 the digest of a redirect or a status is no server error', () => {
    renderDocument(<GlobalErrorScreen error={controlFlowError} />);

    expect(screen.getByText(CLIENT_SIDE)).toBeVisible();
    expect(screen.queryByText(/NEXT_REDIRECT/)).not.toBeInTheDocument();
  });

  it('S13 with a digest it refers to the server logs and shows the digest', () => {
    renderDocument(<GlobalErrorScreen error={{ digest: '2154321987' }} />);

    expect(screen.getByText(SERVER_SIDE)).toBeVisible();
    expect(screen.queryByText(CLIENT_SIDE)).not.toBeInTheDocument();
    expect(screen.getByText(/^Digest:/)).toHaveTextContent(/^Digest: 2154321987$/);
  });

  it.each([
    ['S12', undefined, CLIENT_SIDE],
    ['S13', { digest: '2154321987' }, SERVER_SIDE],
  ])('%s its sentence is one text node in the server’s HTML', (_, error, sentence) => {
    const lead = parse(renderToStaticMarkup(<GlobalErrorScreen error={error} />)).querySelector(
      '.adit-fallback-text-lead',
    );

    expect([...(lead?.childNodes ?? [])].map((node) => node.nodeValue)).toEqual([sentence]);
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
