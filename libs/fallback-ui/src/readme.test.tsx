import '@testing-library/jest-dom';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { act, render, screen } from '@testing-library/react';
import { createElement, type FunctionComponent } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import * as boundary from './boundary/index.ts';
import * as client from './client/index.ts';
import * as documents from './document/index.ts';
import * as fallbackUi from './index.ts';
import { findExample, runExample } from '../testing/run-example.helper.ts';
import * as texts from './texts/index.ts';
import { texts as german } from './texts/plain/de.ts';

const ROOT = join(__dirname, '..');
const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');

const README = read('README.md');
/** All documents for users, with line ends as spaces, because sentences are wrapped. */
const ALL = ['README.md', 'docs/screens.md', 'docs/boundary.md'].map(read).join('\n');
const PROSE = ALL.replace(/\s+/g, ' ');

/** Further imports of the example. The chart throws in May. */
const captureException = jest.fn(() => 'event-1');
const Chart = ({ month }: { month: string }) => {
  if (month === 'May') throw new Error('no data');
  return <p>{month}</p>;
};

const ENTRIES = {
  '@adit/fallback-ui': fallbackUi,
  '@adit/fallback-ui/boundary': boundary,
  '@adit/fallback-ui/client': client,
  '@adit/fallback-ui/document': documents,
  '@adit/fallback-ui/texts': texts,
};

const PACKAGES: Record<string, unknown> = {
  ...ENTRIES,
  'react/jsx-runtime': jsxRuntime,
  'next/headers': { headers: async () => new Headers({ 'accept-language': 'de-AT, en;q=0.5' }) },
  '@sentry/react': { captureException },
  './chart': { Chart },
};

const example = (holds?: string) => findExample(ALL, 'tsx', holds);

/** The component an example exports. */
const component = <Props extends object>(holds: string) =>
  (runExample(example(holds), PACKAGES) as { default: FunctionComponent<Props> }).default;

const fault: fallbackUi.CaughtErrorProps = { error: { digest: '42' }, retry: () => undefined };

describe('the example of', () => {
  it('a missing page starts the README, in ten lines', () => {
    const { metadata, default: NotFound } = runExample(example('app/not-found.tsx'), PACKAGES) as {
      metadata: { title: string };
      default: FunctionComponent;
    };
    const markup = renderToStaticMarkup(createElement(NotFound));

    expect(example()).toBe(example('app/not-found.tsx'));
    expect(example().split('\n').length).toBeLessThanOrEqual(10);
    expect(markup).toContain('This page could not be found.');
    expect(markup).toContain('action="/search"');
    // With the layout's template, both titles are the same.
    expect(markup).toContain(`<title>${metadata.title} – Example</title>`);
  });

  it('a sign-in has the language of the request', async () => {
    const Unauthorized = component('app/unauthorized.tsx');
    const markup = renderToStaticMarkup(await Unauthorized({}));

    expect(markup).toContain(german.unauthorized.heading);
    expect(markup).toContain('href="/sign-in"');
  });

  it('a global error shows the digest in a document of its own', () => {
    const markup = renderToStaticMarkup(createElement(component('app/global-error.tsx'), fault));

    expect(markup).toMatch(/^<html/);
    expect(markup).toContain('see the server logs for more information');
    expect(markup).toContain('>Copy</button>');
  });

  it.each(['app/global-error.tsx', 'app/error.tsx'])('%s has a button with reset alone', (file) => {
    const reset = () => undefined;

    expect(
      renderToStaticMarkup(
        createElement(component<fallbackUi.CaughtErrorProps>(file), { error: null, reset }),
      ),
    ).toContain('Try again</button>');
  });

  it('an error has a button that copies the digest, if there is one', () => {
    const RouteError = component<fallbackUi.CaughtErrorProps>('app/error.tsx');
    const { rerender } = render(<RouteError {...fault} />);
    expect(screen.getByText(/^Digest:/)).toContainElement(screen.getByRole('button', { name: 'Copy' }));

    rerender(<RouteError {...fault} error={new Error('x')} />);
    expect(screen.queryByRole('button', { name: 'Copy' })).not.toBeInTheDocument();
  });

  it('a part that fails alone is reported and comes back with another month', () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Sales = component<{ month: string }>('FaultBoundary');
    const { rerender } = render(<Sales month="May" />);
    complaint.mockRestore();

    expect(screen.getByRole('alert')).toBeVisible();
    expect(screen.getByText('event-1')).toBeVisible();
    expect(captureException).toHaveBeenCalledTimes(1);

    rerender(<Sales month="June" />);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('June')).toBeVisible();
  });

  it('a fallback with options shows the page in the visitor’s language', async () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Shop = component<{ children: React.ReactNode }>('ShopFault');
    await act(async () =>
      render(
        <Shop>
          <Chart month="May" />
        </Shop>,
      ),
    );
    complaint.mockRestore();

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(fallbackUi.plainTexts.error.heading);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/shop');
    expect(document.title).toBe('Sorry, there is a problem with this page – Shop');
  });

  it('a page with a look of its own has our words and a way out', () => {
    const OwnNotFound = component('function OwnNotFound');
    render(<OwnNotFound />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      fallbackUi.plainTexts.notFound.heading,
    );
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  });
});

describe('the README', () => {
  it('has at most 150 lines', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(151);
  });

  it('and the documents only link to files of the package', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    const documents = [
      'README.md',
      'INTERNALS.md',
      ...readdirSync(join(ROOT, 'docs')).map((it) => `docs/${it}`),
    ];
    const links = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) =>
        posix.join(posix.dirname(document), link),
      ),
    );

    expect(links).toEqual(expect.arrayContaining(documents.filter((it) => it !== 'README.md')));
    expect([...documents, ...links].filter((path) => !files.includes(path.split('/')[0]!))).toEqual([]);
    expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('quotes the headings of the screens', () => {
    const { classicTexts, plainTexts } = fallbackUi;
    const sentences = fallbackUi.screenNames.flatMap((name) => [
      classicTexts[name].heading,
      plainTexts[name].heading,
    ]);

    for (const sentence of [
      ...sentences,
      classicTexts.globalError.clientSide,
      classicTexts.globalError.serverSide,
    ]) {
      expect(PROSE).toContain(`"${sentence}"`);
    }
  });

  it('names every export of every entry, and every locale', () => {
    const missing = Object.values(ENTRIES)
      .flatMap((entry) => Object.keys(entry))
      .filter((name) => !new RegExp(`\`${name}\\b`).test(ALL));

    expect(missing).toEqual([]);
    const names = new Intl.DisplayNames('en', { type: 'language' });
    expect(texts.locales.filter((locale) => !PROSE.includes(names.of(locale)!))).toEqual([]);
  });

  it('names every option of the screens and of the boundary', () => {
    const sources = [
      'screen-props.ts',
      'describe-screen.ts',
      'boundary/fault-boundary.ts',
      'boundary/judge-fault.ts',
    ]
      .map((file) => readFileSync(join(__dirname, file), 'utf8'))
      .join('\n');
    const options = [...sources.matchAll(/^ {2}(?:readonly )?(\w+)\?:/gm)].map(([, name = '']) => name);

    expect(options.length).toBeGreaterThan(25);
    expect(options.filter((name) => !ALL.includes(`\`${name}`) && !ALL.includes(`${name}=`))).toEqual([]);
  });

  it('is right that one hash allows the style of every screen, and another that of the inline fallback', () => {
    const hashOf = (css: string) => createHash('sha256').update(css).digest('base64');
    const styleOf = (element: React.ReactElement) =>
      /<style>([^]*?)<\/style>/.exec(renderToStaticMarkup(element))?.[1] ?? '';
    const nothing = () => undefined;

    expect(
      new Set(
        [
          <fallbackUi.NotFoundScreen key="404" />,
          <fallbackUi.ErrorScreen key="error" />,
          <fallbackUi.GlobalErrorScreen key="global" />,
        ].map((element) => hashOf(styleOf(element))),
      ),
    ).toEqual(new Set([hashOf(fallbackUi.fallbackCss)]));
    expect(
      hashOf(
        styleOf(
          <client.InlineFault error={null} kind="client" reference="1" retry={nothing} reset={nothing} />,
        ),
      ),
    ).toBe(hashOf(client.inlineCss));
  });
});
