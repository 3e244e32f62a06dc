import { watchLinkClicks } from './watch-link-clicks.ts';

let clicks: string[];
let stop: () => void;

beforeEach(() => {
  clicks = [];
  window.history.replaceState(null, '', '/home?tab=1');
  stop = watchLinkClicks({
    target: document,
    base: () => window.location.href,
    onClick: (address) => clicks.push(address),
  });
  // jsdom cannot navigate; a browser's own navigation is not the subject here.
  document.addEventListener('click', preventDefault);
});

afterEach(() => {
  stop();
  document.removeEventListener('click', preventDefault);
  document.body.replaceChildren();
});

const preventDefault = (event: Event): void => event.preventDefault();

/** Clicks on the element marked `id="here"`, or on the first link. */
function click(html: string, init: MouseEventInit = {}): readonly string[] {
  document.body.innerHTML = html;
  const element = document.querySelector('#here') ?? document.querySelector('a')!;
  element.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...init }),
  );
  return clicks;
}

describe('watchLinkClicks', () => {
  it.each([
    ['a path', '<a href="/a">x</a>', 'http://localhost/a'],
    ['a relative path', '<a href="a?x=1">x</a>', 'http://localhost/a?x=1'],
    ['an absolute address', '<a href="http://localhost/a#part">x</a>', 'http://localhost/a#part'],
    ['a query of the same path', '<a href="?tab=2">x</a>', 'http://localhost/home?tab=2'],
    ['what is inside the link', '<a href="/a"><b><i id="here">x</i></b></a>', 'http://localhost/a'],
    ['a link that names its own window', '<a href="/a" target="_self">x</a>', 'http://localhost/a'],
    ['a link inside SVG', '<svg><a href="/a"><text id="here">x</text></a></svg>', 'http://localhost/a'],
    [
      'an old link inside SVG',
      '<svg><a xlink:href="/a"><text id="here">x</text></a></svg>',
      'http://localhost/a',
    ],
  ])('sees a plain click on %s', (_what, html, address) => {
    expect(click(html)).toEqual([address]);
  });

  it.each([
    ['another origin', '<a href="https://other.example/">x</a>'],
    ['no page', '<a href="mailto:a@app.example">x</a>'],
    ['a script', '<a href="javascript:void 0">x</a>'],
    ['an address that leaves the origin on the way', '<a href="/.//other.example">x</a>'],
    ['the same page', '<a href="/home?tab=1">x</a>'],
    ['a part of the same page', '<a href="#part">x</a>'],
    ['a download', '<a href="/a" download>x</a>'],
    ['another window', '<a href="/a" target="_blank">x</a>'],
    ['no address', '<a>x</a>'],
    ['no link', '<button id="here">x</button>'],
  ])('ignores a click on a link to %s', (_what, html) => {
    expect(click(html)).toEqual([]);
  });

  it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves a modified click to the browser: %j',
    (init) => {
      expect(click('<a href="/a">x</a>', init)).toEqual([]);
    },
  );

  it('ignores a click that another listener has prevented', () => {
    window.addEventListener('click', preventDefault, { capture: true, once: true });
    expect(click('<a href="/a">x</a>')).toEqual([]);
  });

  it('ignores events that are not mouse events', () => {
    document.body.innerHTML = '<a href="/a">x</a>';
    document.querySelector('a')!.dispatchEvent(new Event('click', { bubbles: true }));
    expect(clicks).toEqual([]);
  });

  it('sees through shadow roots', () => {
    document.body.innerHTML = '<div></div>';
    const root = document.querySelector('div')!.attachShadow({ mode: 'open' });
    root.innerHTML = '<a href="/a"><b>x</b></a>';
    root.querySelector('b')!.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    expect(clicks).toEqual(['http://localhost/a']);
  });

  it('uses one listener for a thousand links, and none once stopped', () => {
    stop();
    const added = jest.spyOn(document, 'addEventListener');
    document.body.innerHTML = '<a href="/a">x</a>'.repeat(1_000);
    stop = watchLinkClicks({ target: document, base: () => window.location.href, onClick: () => undefined });
    expect(added).toHaveBeenCalledTimes(1);
    added.mockRestore();
    stop();
    expect(click('<a href="/a">x</a>')).toEqual([]);
  });
});
