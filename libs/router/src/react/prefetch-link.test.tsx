import { fireEvent, render, screen } from '@testing-library/react';
import { createRef, type MouseEvent } from 'react';
import { renderToString } from 'react-dom/server';
import type { NavigationResult } from '../navigation/navigator.ts';
import { PrefetchLink, type PrefetchLinkProps } from './prefetch-link.tsx';
import { RouterProvider } from './router-context.tsx';

const STARTED: NavigationResult = { outcome: 'started' };

function renderLink(
  props: Partial<PrefetchLinkProps> = {},
  { result = STARTED, address }: { readonly result?: NavigationResult; readonly address?: string } = {},
) {
  const calls: string[] = [];
  const idle = { status: 'idle' } as const;
  const navigate = (history: string) => (href: string) => {
    calls.push(`${history} ${href}`);
    return result;
  };
  const navigator = {
    push: navigate('push'),
    replace: navigate('replace'),
    state: () => idle,
    subscribe: () => () => undefined,
  };
  const ui = (
    <RouterProvider navigator={navigator} address={address}>
      <PrefetchLink href="/orders" {...props}>
        {props.children ?? 'Orders'}
      </PrefetchLink>
    </RouterProvider>
  );
  render(ui);
  const link = screen.getByRole('link');

  return { calls, link, ui };
}

/** Clicks, with a listener after React's that sees what was decided and keeps jsdom from following, which it cannot. */
function clickAndSeeDefault(
  element: Element,
  init: MouseEventInit = {},
): 'prevented' | 'left to the browser' {
  const look = jest.fn((event: Event) => {
    const { defaultPrevented } = event;
    event.preventDefault();
    return defaultPrevented;
  });
  window.addEventListener('click', look, { once: true });
  fireEvent.click(element, init);
  return look.mock.results[0]?.value === true ? 'prevented' : 'left to the browser';
}

describe('PrefetchLink', () => {
  it('navigates on a plain click and keeps the browser from following too', () => {
    const { calls, link } = renderLink();
    expect(clickAndSeeDefault(link)).toBe('prevented');
    expect(calls).toEqual(['push /orders']);
  });

  it('S6 replaces when told to', () => {
    const { calls, link } = renderLink({ history: 'replace' });
    clickAndSeeDefault(link);
    expect(calls).toEqual(['replace /orders']);
  });

  it('adds no history entry for the very address one is on, as browsers do', () => {
    const { calls, link } = renderLink({ href: location.href });
    expect(clickAndSeeDefault(link)).toBe('prevented');
    expect(calls).toEqual([`replace ${location.href}`]);
  });

  it.each<[string, MouseEventInit, Partial<PrefetchLinkProps>]>([
    ['with the meta key', { metaKey: true }, {}],
    ['with the control key', { ctrlKey: true }, {}],
    ['with the shift key', { shiftKey: true }, {}],
    ['with the alt key', { altKey: true }, {}],
    ['of the middle button', { button: 1 }, {}],
    ['on a link to another tab', {}, { target: '_blank' }],
    ['on a download', {}, { download: '' }],
    ['on a link to another site', {}, { href: 'https://other.example/orders' }],
    ['on a link that is no address of a page', {}, { href: 'mailto:a@example.com' }],
  ])('leaves a click %s to the browser', (_what, init, props) => {
    const { calls, link } = renderLink(props);
    expect(clickAndSeeDefault(link, init)).toBe('left to the browser');
    expect(calls).toEqual([]);
  });

  it('takes target="_self" for what it is', () => {
    const { calls, link } = renderLink({ target: '_self' });
    expect(clickAndSeeDefault(link)).toBe('prevented');
    expect(calls).toHaveLength(1);
  });

  it('leaves an address to the browser that the navigator does not take: no click is lost', () => {
    const { calls, link } = renderLink(
      { href: '/.//orders' },
      { result: { outcome: 'refused', reason: 'unsafe-url' } },
    );
    expect(clickAndSeeDefault(link)).toBe('left to the browser');
    expect(calls).toHaveLength(1);
  });

  it('keeps a click that the navigator refuses for another reason, which its state tells', () => {
    const { link } = renderLink({}, { result: { outcome: 'refused', reason: 'offline' } });
    expect(clickAndSeeDefault(link)).toBe('prevented');
  });

  it('respects an onClick that prevents the default, and calls one that does not', () => {
    const onClick = jest.fn((event: MouseEvent) => event.preventDefault());
    const { calls, link } = renderLink({ onClick });
    clickAndSeeDefault(link);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(calls).toEqual([]);
    onClick.mockImplementation(() => undefined);
    clickAndSeeDefault(link);
    expect(calls).toEqual(['push /orders']);
  });

  it('follows from what is inside it', () => {
    const { calls } = renderLink({
      children: (
        <svg>
          <path data-testid="inside" />
        </svg>
      ),
    });
    expect(clickAndSeeDefault(screen.getByTestId('inside'))).toBe('prevented');
    expect(calls).toEqual(['push /orders']);
  });

  it('is a plain anchor with its address in the HTML of a server', () => {
    const { ui } = renderLink({ prefetch: 'intent', className: 'nav' });
    expect(renderToString(ui)).toBe('<a class="nav" href="/orders" data-prefetch="intent">Orders</a>');
  });

  it.each([
    [{ 'data-prefetch': 'off' }, 'off'],
    [{ 'data-prefetch': 'off', prefetch: undefined }, 'off'],
    [{ 'data-prefetch': 'off', prefetch: 'intent' }, 'intent'],
  ] as const)('keeps an attribute written by hand, unless it is told otherwise: %j', (props, expected) => {
    const { link } = renderLink(props);
    expect(link.getAttribute('data-prefetch')).toBe(expected);
  });

  it('hands on the ref and every attribute', () => {
    const ref = createRef<HTMLAnchorElement>();
    const { link } = renderLink({ ref, rel: 'next', 'aria-label': 'All orders' });
    expect(ref.current).toBe(link);
    expect(link.getAttribute('rel')).toBe('next');
    expect(screen.getByRole('link', { name: 'All orders' })).toBe(link);
    expect(link.hasAttribute('data-prefetch')).toBe(false);
  });

  it.each([
    ['/orders', {}, 'page'],
    ['/orders?page=2', {}, null],
    [undefined, {}, null],
    ['/orders', { 'aria-current': 'step' }, 'step'],
  ] as const)('on %s with %j its aria-current is %s', (address, props, expected) => {
    const { link } = renderLink(props, address === undefined ? {} : { address });
    expect(link.getAttribute('aria-current')).toBe(expected);
  });
});
