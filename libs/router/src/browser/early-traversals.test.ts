import { recordEarlyTraversals, type EarlyTraversal } from './early-traversals.ts';

/** A window with the history of one document; the Navigation API may be missing. */
function createView({ hasNavigation = true, startedAt = 0 } = {}) {
  const target = new EventTarget();
  const entries = ['/a', '/b', '/c'].map((path, index) => ({
    key: `key ${index}`,
    href: `https://app.example${path}`,
    state: { index },
  }));
  let at = startedAt;
  const view = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    get location() {
      return { href: entries[at]!.href };
    },
    get history() {
      return { state: entries[at]!.state };
    },
    get navigation() {
      return hasNavigation ? { currentEntry: entries[at], activation: { entry: entries[0] } } : undefined;
    },
  } as unknown as Window;
  return {
    view,
    /** A press of Back or Forward. */
    traverse(index: number) {
      at = index;
      target.dispatchEvent(new Event('popstate'));
    },
    /** A `pushState` of the page's own. */
    push(index: number) {
      at = index;
    },
    rename: (path: string) => (entries[at]!.href = `https://app.example${path}`),
  };
}

describe.each([{ hasNavigation: true }, { hasNavigation: false }])('recordEarlyTraversals %j', (options) => {
  const replayed = (early: ReturnType<typeof recordEarlyTraversals>): EarlyTraversal[] => {
    const seen: EarlyTraversal[] = [];
    early.replay((traversal) => seen.push(traversal));
    return seen;
  };

  it('§5.36 tells where the visitor went before the router listened, once', () => {
    const { view, traverse } = createView(options);
    const early = recordEarlyTraversals(view);
    traverse(1);
    traverse(2);
    expect(replayed(early)).toEqual([{ href: 'https://app.example/c', state: { index: 2 } }]);
    expect(replayed(early)).toEqual([]);
  });

  it('reports nothing if the visitor stayed, or came back', () => {
    const { view, traverse } = createView(options);
    expect(replayed(recordEarlyTraversals(view))).toEqual([]);
    const early = recordEarlyTraversals(view);
    traverse(1);
    traverse(0);
    expect(early.replay(() => undefined)).toBe(false);
  });

  it('does not take a history entry of the page itself for a traversal', () => {
    const { view, push } = createView(options);
    const early = recordEarlyTraversals(view);
    push(1);
    expect(replayed(early)).toEqual([]);
  });

  it('leaves to the router what comes once it listens', () => {
    const { view, traverse } = createView(options);
    const early = recordEarlyTraversals(view);
    expect(replayed(early)).toEqual([]);
    traverse(1);
    expect(replayed(early)).toEqual([]);
  });

  it('stops', () => {
    const { view, traverse } = createView(options);
    const early = recordEarlyTraversals(view);
    early.stop();
    traverse(1);
    expect(replayed(early)).toEqual([]);
  });
});

describe('recordEarlyTraversals with the Navigation API', () => {
  it('knows the entry by its key, whatever its address is now', () => {
    const { view, traverse, rename } = createView();
    const early = recordEarlyTraversals(view);
    traverse(1);
    traverse(0);
    rename('/a?renamed');
    expect(early.replay(() => undefined)).toBe(false);
  });

  it('tells of a traversal from before its own script', () => {
    const early = recordEarlyTraversals(createView({ startedAt: 2 }).view);
    expect(early.replay(() => undefined)).toBe(true);
  });
});

it('listens to the window it runs in', () => {
  const add = jest.spyOn(window, 'addEventListener');
  recordEarlyTraversals().stop();
  expect(add.mock.calls.map(([type]) => type)).toEqual(['popstate']);
  add.mockRestore();
});
