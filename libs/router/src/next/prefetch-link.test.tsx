import { render, screen } from '@testing-library/react';
import nextLink from 'next/link.js';
import { createRef, type ReactNode } from 'react';
import { PrefetchLink, type PrefetchLinkProps } from './prefetch-link.tsx';

const rendered: unknown[] = [];

// What it hands on is what matters here: next/link itself needs the whole router around it.
jest.mock('next/link.js', () => ({
  default({ prefetch, replace, ...link }: { prefetch: unknown; replace: unknown; children: ReactNode }) {
    rendered.push([prefetch, replace]);
    return <a {...link} />;
  },
}));

function renderLink(props: Partial<PrefetchLinkProps> = {}): HTMLElement {
  rendered.length = 0;
  render(
    <PrefetchLink href="/orders" {...props}>
      Orders
    </PrefetchLink>,
  );
  return screen.getByRole('link');
}

describe('PrefetchLink for Next', () => {
  it.each([
    [undefined, null, null],
    ['viewport', null, 'viewport'],
    ['intent', false, 'intent'],
    ['off', false, 'off'],
  ] as const)('prefetch %s is %s to next/link and %s to a listener', (prefetch, toNext, attribute) => {
    const link = renderLink({ prefetch });
    expect(rendered).toEqual([[toNext, false]]);
    expect(link.getAttribute('data-prefetch')).toBe(attribute);
  });

  it.each([
    [{ 'data-prefetch': 'off' }, false, 'off'],
    [{ 'data-prefetch': 'intent' }, false, 'intent'],
    [{ 'data-prefetch': 'viewport', prefetch: 'off' }, false, 'off'],
  ] as const)(
    'takes an attribute written by hand for what it says, unless told otherwise: %j',
    (props, toNext, attribute) => {
      const link = renderLink(props);
      expect(rendered).toEqual([[toNext, false]]);
      expect(link.getAttribute('data-prefetch')).toBe(attribute);
    },
  );

  it('S6 replaces when told to', () => {
    renderLink({ history: 'replace' });
    expect(rendered).toEqual([[null, true]]);
  });

  it('hands on the ref and every attribute', () => {
    const ref = createRef<HTMLAnchorElement>();
    const link = renderLink({ ref, className: 'nav', 'aria-current': 'page' });
    expect(ref.current).toBe(link);
    expect(link.className).toBe('nav');
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('finds what Next publishes', () => {
    const actual = jest.requireActual<typeof nextLink>('next/link.js');
    expect(actual.default).toBeInstanceOf(Object);
    expect(nextLink.default).toBeInstanceOf(Function);
  });
});
