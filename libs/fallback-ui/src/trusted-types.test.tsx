import { act, render, screen } from '@testing-library/react';
import { InlineFault } from './client/inline-fault.tsx';
import { PageFault } from './client/page-fault.tsx';
import { GlobalErrorScreen } from './global-error-screen.tsx';
import { NotFoundScreen, OfflineScreen, UpdateScreen } from './screens.tsx';
import { texts } from './texts/classic/en.ts';

const fault = { error: new Error('x'), kind: 'client', reference: 'r', retry: () => undefined } as const;

/** Refuses texts as HTML, as `require-trusted-types-for 'script'` does. */
function refuseHtml(): void {
  jest.spyOn(Element.prototype, 'innerHTML', 'set').mockImplementation(() => {
    throw new TypeError("This document requires 'TrustedHTML' assignment.");
  });
}

let complaint: jest.SpyInstance;
beforeEach(() => {
  complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  complaint.mockRestore();
});

describe('under trusted types', () => {
  it.each([
    ['PageFault', <PageFault key="1" {...fault} />, texts.error.heading],
    ['InlineFault', <InlineFault key="1" {...fault} reset={() => undefined} />, texts.inlineError.heading],
    ['GlobalErrorScreen', <GlobalErrorScreen key="1" error={fault.error} />, texts.globalError.heading],
    ['NotFoundScreen', <NotFoundScreen key="1" />, texts.notFound.heading],
    ['OfflineScreen', <OfflineScreen key="1" />, texts.offline.heading],
    ['UpdateScreen', <UpdateScreen key="1" />, texts.update.heading],
  ])('%s shows, with its styles', (_name, shown, heading) => {
    refuseHtml();
    render(shown);
    expect(screen.getByText(heading)).toBeTruthy();
    expect(document.querySelector('style')?.textContent).toContain('.adit-fallback');
  });

  it('control: a style written as HTML takes the page with it', () => {
    refuseHtml();
    const html = { __html: 'p{color:red}' };
    expect(() => render(<style dangerouslySetInnerHTML={html} />)).toThrow('TrustedHTML');
  });
});

describe('the nonce', () => {
  afterEach(() => document.querySelector('script')?.remove());
  const styled = () => document.querySelector('style')?.nonce;

  it.each([
    ['PageFault', PageFault],
    ['InlineFault', InlineFault],
  ])('of %s is that of the page’s scripts, unless it has one', async (_name, Fault) => {
    const given = { ...fault, reset: () => undefined };
    const script = document.createElement('script');
    script.setAttribute('nonce', 'r4nd0m');
    document.head.append(script);
    const { unmount } = render(<Fault {...given} />);
    expect(styled()).toBe('r4nd0m');
    unmount();
    await act(async () => render(<Fault {...given} nonce="own" />));
    expect(styled()).toBe('own');
  });

  it('is missing on a page without one', () => {
    render(<PageFault {...fault} />);
    expect(styled()).toBe('');
  });
});

it('another style may stand in for that of a screen, or none', () => {
  const { rerender } = render(<NotFoundScreen styles={<style>{'p{color:red}'}</style>} />);
  expect([...document.querySelectorAll('style')].map(({ textContent }) => textContent)).toEqual([
    'p{color:red}',
  ]);
  rerender(<GlobalErrorScreen styles={false} />);
  expect(document.querySelector('style')).toBeNull();
});
