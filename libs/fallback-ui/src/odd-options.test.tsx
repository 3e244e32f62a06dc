import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { FaultProps } from './boundary/fault-boundary.ts';
import { InlineFault } from './client/inline-fault.tsx';
import { PageFault } from './client/page-fault.tsx';
import { describeScreen, screenNames } from './describe-screen.ts';
import { renderFaultDocument } from './document/render-fault-document.ts';
import { ErrorScreen, NotFoundScreen } from './screens.tsx';
import { GlobalErrorScreen } from './global-error-screen.tsx';
import type { ErrorScreenProps } from './screen-props.ts';
import { texts } from './texts/classic/en.ts';

const REPORT = { reportHref: '/report?id={reference}' };

/** Options of an application without types. */
const odd = (options: Record<string, unknown>) => options as ErrorScreenProps;

const callbacks = { retry: () => undefined, reset: () => undefined };

const SCREENS: [name: string, html: (options: ErrorScreenProps) => string][] = [
  ['ErrorScreen', (options) => renderToStaticMarkup(<ErrorScreen {...options} />)],
  ['GlobalErrorScreen', (options) => renderToStaticMarkup(<GlobalErrorScreen {...options} />)],
  ['PageFault', (options) => renderToStaticMarkup(<PageFault kind="client" {...options} />)],
  [
    'renderFaultDocument',
    // eslint-disable-next-line @typescript-eslint/no-unused-vars -- a document has no such slots
    ({ logo, illustration, ...options }) => renderFaultDocument(500, 'en', options),
  ],
];

describe('an unpaired surrogate', () => {
  // One is cut inside a surrogate pair at 200 characters; the others contain unpaired surrogates.
  const cut = `${'x'.repeat(199)}😀`;
  const HALVES: [what: string, options: ErrorScreenProps, shown: string][] = [
    ['cut from a digest', { error: { digest: cut } }, 'x'.repeat(199)],
    ['in a digest', { error: { digest: 'a\uDE00b😀' } }, 'ab😀'],
    ['in a reference', { reference: '\uD83Da😀\uDE00' }, 'a😀'],
  ];

  it.each(SCREENS.flatMap(([name, html]) => HALVES.map((half) => [name, ...half, html] as const)))(
    'is dropped by %s if %s',
    (_name, _what, options, shown, html) => {
      const markup = html({ ...options, ...REPORT });
      const { body } = new DOMParser().parseFromString(markup, 'text/html');

      expect(body.querySelector('bdi')?.textContent).toBe(shown);
      expect(markup).toContain(`/report?id=${encodeURIComponent(shown)}`);
    },
  );

  it('is not a reference by itself', () => {
    expect(describeScreen('error', { texts, reference: '\uD83D' }).reference).toBeUndefined();
  });
});

describe('an option that is null', () => {
  const OPTIONS =
    'siteName texts homeHref backHref reportHref contactHref error reference nonce logo illustration as moveFocus retry reset';
  const nothing = odd(Object.fromEntries(OPTIONS.split(' ').map((name) => [name, null])));

  it.each(SCREENS)('counts as missing: %s', (_name, html) => {
    expect(html(nothing)).toBe(html({}));
  });

  it('counts as missing: InlineFault', () => {
    const fault = { error: null, kind: 'client', reference: undefined, ...callbacks } as const;
    const html = (options: object) => renderToStaticMarkup(<InlineFault {...fault} {...options} />);

    expect(html({ texts: null, nonce: null, reference: null })).toBe(html({}));
  });

  it('counts as missing: a status screen and its description', () => {
    const links = { homeHref: null, searchHref: null, searchName: null, showCode: null, retryAfter: null };

    expect(renderToStaticMarkup(<NotFoundScreen {...odd(links)} />)).toBe(
      renderToStaticMarkup(<NotFoundScreen />),
    );
    expect(describeScreen('notFound', { texts, ...odd(links) })).toEqual(
      describeScreen('notFound', { texts }),
    );
  });
});

describe('an unknown kind', () => {
  it('is shown as an error', () => {
    const fault = { error: null, reference: undefined, ...odd({ kind: 'nope' }), ...callbacks } as FaultProps;
    render(<PageFault {...fault} />);
    expect(screen.getByRole('heading')).toHaveTextContent(texts.error.heading);
    render(<InlineFault {...fault} />);
    expect(screen.getByRole('alert')).toHaveTextContent(texts.inlineError.heading);
  });
});

describe('a reference', () => {
  it.each<[reference: unknown, shown: string]>([
    [42, '42'],
    ['event-1', 'event-1'],
    ['', 'digest-1'],
    [{ id: 1 }, 'digest-1'],
    [() => 1, 'digest-1'],
  ])('%p is shown as %s', (reference, shown) => {
    const options = odd({
      reference,
      error: { digest: 'digest-1' },
      kind: 'server',
      ...callbacks,
      ...REPORT,
    });
    const { rerender } = render(<ErrorScreen {...options} />);
    const shows = (element: ReactElement) => {
      rerender(element);
      expect(screen.getByText(shown)).toBeVisible();
    };

    expect(screen.getByText(shown)).toBeVisible();
    expect(screen.getByText(texts.actions.report)).toHaveAttribute('href', `/report?id=${shown}`);
    shows(<PageFault {...options} />);
    shows(
      <InlineFault
        error={undefined}
        {...(options as { kind: 'server'; reference: string })}
        {...callbacks}
      />,
    );
  });

  it('accepts a URL object as reportHref', () => {
    const reportHref = new URL('https://example.test/report');

    expect(renderToStaticMarkup(<ErrorScreen {...odd({ reportHref })} />)).toContain(
      `href="${reportHref.href}"`,
    );
  });
});

describe('describeScreen', () => {
  const describing =
    (...args: unknown[]) =>
    () =>
      describeScreen(...(args as Parameters<typeof describeScreen>));

  it('names the known screens in its error', () => {
    const line = new RangeError(`name is "nope"; accepted: ${screenNames.join(', ')}`);

    expect(describing('nope')).toThrow(line);
    expect(describing('nope', { texts })).toThrow(line);
    expect(describing('toString', { texts })).toThrow('name is "toString"; accepted: ');
    expect(describing(null, { texts })).toThrow('name is null; accepted: ');
  });
});

describe('siteName', () => {
  it.each([[''], [null], [undefined]])('%p does not change the title', (siteName) => {
    render(<NotFoundScreen {...odd({ siteName })} />);

    expect(document.title).toBe('This page could not be found');
    expect(renderFaultDocument(404, 'en', { siteName: siteName as undefined })).toContain(
      '<title>This page could not be found</title>',
    );
  });
});
