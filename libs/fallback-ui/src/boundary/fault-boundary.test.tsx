import { runInNewContext } from 'node:vm';
import { deferred } from '@adit/testing';
import { act, Component, StrictMode, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { FaultBoundary, type FaultBoundaryProps, type FaultProps } from './fault-boundary.ts';
import { useFault } from './use-fault.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The props of the last fallback. */
let shown: FaultProps | undefined;
const remember = (props: FaultProps) => (shown = props);
function Fallback(props: FaultProps) {
  remember(props);
  return (
    <p>
      {props.kind} {props.reference}
    </p>
  );
}

let container: HTMLElement;
let root: Root;
/** Errors that no boundary caught, as React reports them. */
let complaints: unknown[];

beforeEach(() => {
  container = document.createElement('div');
  complaints = [];
  shown = undefined;
  const complain = (error: unknown) => void complaints.push(error);
  root = createRoot(container, { onCaughtError: () => undefined, onUncaughtError: complain });
});
afterEach(() => act(() => root.unmount()));

const show = (node: ReactNode) => act(async () => root.render(node));
const text = () => container.textContent;

/** Throws while there is a `fault`. */
function Child({ fault }: { fault: { thrown: unknown } | undefined }) {
  if (fault) throw fault.thrown;
  return 'content';
}

function EffectChild({ fault }: { fault: { thrown: unknown } | undefined }) {
  useEffect(() => {
    if (fault) throw fault.thrown;
  });
  return 'content';
}

/** A boundary around a child that throws until it is mended. */
function broken(thrown: unknown, props: Partial<FaultBoundaryProps> = {}, Thrower = Child) {
  const fault: { current: { thrown: unknown } | undefined } = { current: { thrown } };
  const Reader = () => <Thrower fault={fault.current} />;
  return {
    mend: () => (fault.current = undefined),
    breakAgain: (again: unknown) => (fault.current = { thrown: again }),
    boundary: (more: Partial<FaultBoundaryProps> = {}) => (
      <FaultBoundary fallback={Fallback} {...props} {...more}>
        <Reader />
      </FaultBoundary>
    ),
  };
}

/** Shows a boundary whose child throws. */
async function caught(...args: Parameters<typeof broken>): Promise<ReturnType<typeof broken>> {
  const child = broken(...args);
  await show(child.boundary());
  return child;
}
const reset = () => act(async () => shown?.reset());
const retry = () => act(async () => shown?.retry());
/** The errors that a callback received. */
const errorsOf = (mock: jest.Mock) => mock.mock.calls.map(([error]: unknown[]) => error);

/** Runs a function and returns the errors thrown outside of React during the run, which monitoring would see. */
async function outside(run: () => Promise<void>): Promise<{ thrown: unknown[] }> {
  const thrown: unknown[] = [];
  const { queueMicrotask: enqueue } = globalThis;
  const queue = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) =>
    enqueue(() => {
      try {
        task();
      } catch (error) {
        thrown.push(error);
      }
    }),
  );
  await run();
  queue.mockRestore();
  return { thrown };
}

class OwnError extends Error {}

const throwing = (...names: string[]) => {
  const bag = {};
  for (const name of names)
    Object.defineProperty(bag, name, {
      get() {
        throw new Error('trap');
      },
    });
  return bag;
};

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const KINDS: [what: string, thrown: unknown][] = [
  ['an Error', new Error('x')],
  ['a subclass', new OwnError('x')],
  ['null', null],
  ['undefined', undefined],
  ['an empty string', ''],
  ['zero', 0],
  ['NaN', NaN],
  ['false', false],
  ['a string', 'text'],
  ['a symbol', Symbol('x')],
  ['a plain object', { message: 'x' }],
  ['a frozen object', Object.freeze({ message: 'x' })],
  ['an object with throwing getters', throwing('name', 'message', 'stack', 'digest', 'cause', 'toString')],
  ['an error of another realm', runInNewContext('new Error("x")')],
  ['a revoked proxy', revoked()],
];

/** Shows a boundary whose child throws: caught, reset without effect, mended, reset. */
async function catchAndMend({ boundary, mend }: ReturnType<typeof broken>, thrown: unknown): Promise<void> {
  await show(boundary());
  expect(text()).toBe('client ');
  expect(shown?.error).toBe(thrown);
  await reset();
  expect(text()).toBe('client ');
  mend();
  await reset();
  expect(text()).toBe('content');
}

describe('a thrown value', () => {
  it.each(KINDS.slice(0, -1))(
    '%s in render is caught, reset, retried and caught again',
    async (_what, thrown) => {
      const child = broken(thrown);
      const { boundary, mend, breakAgain } = child;
      await catchAndMend(child, thrown);

      breakAgain(thrown);
      await show(boundary());
      expect(text()).toBe('client ');
      mend();
      await retry();
      expect(text()).toBe('content');
      expect(complaints).toEqual([]);
    },
  );

  it.each([...KINDS, ['an object nothing can be read of', throwing('then', 'message')] as const])(
    '%s in an effect is caught, reset, and caught again',
    async (_what, thrown) => {
      await catchAndMend(broken(thrown, {}, EffectChild), thrown);
      expect(complaints).toEqual([]);
    },
  );
});

describe('useFault', () => {
  let fault: (error: unknown) => void;
  const seen = new Set<unknown>();
  const take = (handed: typeof fault) => seen.add((fault = handed));
  function Asynchronous() {
    take(useFault());
    return 'content';
  }

  it.each([...KINDS, ['a thenable, which would suspend if it were thrown', Promise.resolve()] as const])(
    'passes %s of an event to the nearest boundary',
    async (_what, thrown) => {
      await show(
        <FaultBoundary fallback={Fallback}>
          <Asynchronous />
        </FaultBoundary>,
      );
      expect(text()).toBe('content');
      await act(async () => fault(thrown));
      expect(text()).toBe('client ');
      expect(shown?.error).toBe(thrown);
      await reset();
      expect(text()).toBe('content');
    },
  );

  it('returns the same function on every render', async () => {
    seen.clear();
    const tree = () => (
      <FaultBoundary fallback={Fallback}>
        <Asynchronous />
      </FaultBoundary>
    );
    await show(tree());
    await show(tree());
    expect(seen.size).toBe(1);
  });
});

describe('reports', () => {
  it('report a fault once, with kind, component stack and digest, and show the returned reference', async () => {
    const onFault = jest.fn(() => 'event-1');
    const error = Object.assign(new Error('x'), { digest: '42' });
    const { boundary } = broken(error, { onFault });
    await show(<StrictMode>{boundary()}</StrictMode>);
    expect(onFault.mock.calls).toEqual([
      [
        error,
        { kind: 'server', digest: '42', componentStack: expect.stringContaining('at Reader') as string },
      ],
    ]);
    expect(text()).toBe('server event-1');
  });

  it('never report the same object twice, over resets, retries and boundaries, and still show its reference', async () => {
    const onFault = jest.fn(() => 'event-1');
    const error = new Error('x');
    await caught(error, { onFault });
    await reset();
    await retry();
    await show(<main>{broken(error, { onFault }).boundary()}</main>);
    expect(onFault).toHaveBeenCalledTimes(1);
    expect(text()).toBe('client event-1');
  });

  it('report another object, and every primitive, as a new fault', async () => {
    const onFault = jest.fn();
    const { breakAgain } = await caught(null, { onFault });
    await reset();
    breakAgain(new Error('x'));
    await reset();
    expect(errorsOf(onFault)).toEqual([null, null, new Error('x')]);
  });

  it('report each of several errors in one commit', async () => {
    const onFault = jest.fn();
    const [first, second] = [new Error('first'), new TypeError('Failed to load chunk /a.js')];
    await show(
      <FaultBoundary fallback={Fallback} onFault={onFault}>
        <EffectChild fault={{ thrown: first }} />
        <EffectChild fault={{ thrown: second }} />
      </FaultBoundary>,
    );
    expect(onFault.mock.calls.map(([, { kind }]) => kind as unknown)).toEqual(['client', 'missing-chunk']);
  });

  it('come from a later boundary if the first one has no onFault', async () => {
    const onFault = jest.fn(() => 'event-1');
    const error = new Error('x');
    await caught(error);
    await show(<main>{broken(error, { onFault }).boundary()}</main>);
    expect(onFault).toHaveBeenCalledTimes(1);
    expect(text()).toBe('client event-1');
  });

  it('do not show the reference of an earlier fault of the same commit', async () => {
    const onFault = (error: unknown) => (error === 'first' ? 'event-1' : undefined);
    await show(
      <FaultBoundary fallback={Fallback} onFault={onFault}>
        <EffectChild fault={{ thrown: 'first' }} />
        <EffectChild fault={{ thrown: 'second' }} />
      </FaultBoundary>,
    );
    expect(shown?.error).toBe('second');
    expect(text()).toBe('client ');
  });

  it.each([[undefined], [''], [7], [{ id: 'event-1' }], [['event-1']], [() => 'event-1']])(
    'show the digest if onFault returns %p, which is no reference',
    async (answer) => {
      await caught({ digest: '42' }, { onFault: (() => answer) as () => never });
      expect(text()).toBe('server 42');
    },
  );
});

describe('a reference that arrives later', () => {
  it('replaces the digest, which is shown at once', async () => {
    const answer = deferred<string>();
    const onFault = jest.fn(() => answer.promise);
    await caught({ digest: '42' }, { onFault });
    expect(text()).toBe('server 42');
    await act(async () => answer.resolve('event-1'));
    expect(text()).toBe('server event-1');
    expect(onFault).toHaveBeenCalledTimes(1);
    expect(complaints).toEqual([]);
  });

  it('changes nothing after the boundary has unmounted', async () => {
    const log = jest.spyOn(console, 'error');
    const answer = deferred<string>();
    await caught('x', { onFault: () => answer.promise });
    await show('another page');
    await act(async () => answer.resolve('event-1'));
    expect(text()).toBe('another page');
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  it.each([[undefined], [''], [7]])('changes nothing if it is %p', async (nothing) => {
    const answer = deferred<unknown>();
    await caught({ digest: '42' }, { onFault: () => answer.promise as Promise<undefined> });
    await act(async () => answer.resolve(nothing));
    expect(text()).toBe('server 42');
  });

  it('does not change a later fault', async () => {
    const answer = deferred<string>();
    const onFault = (error: unknown) => (error === 'first' ? answer.promise : undefined);
    const { breakAgain, mend } = await caught('first', { onFault });
    breakAgain('second');
    await reset();
    await act(async () => answer.resolve('event-1'));
    expect(shown?.error).toBe('second');
    expect(text()).toBe('client ');
    mend();
    await reset();
    expect(text()).toBe('content');
  });

  it('is shown for the same object if it is caught again before', async () => {
    const answer = deferred<string>();
    const onFault = jest.fn(() => answer.promise);
    await caught(new Error('x'), { onFault });
    await reset();
    expect(text()).toBe('client ');
    await act(async () => answer.resolve('event-1'));
    expect(text()).toBe('client event-1');
    expect(onFault).toHaveBeenCalledTimes(1);
  });

  it('is reported as an error of the page if the promise rejects', async () => {
    const failure = new Error('no monitoring');
    const answer = deferred<string>();
    const onFault = jest.fn(() => answer.promise);
    const { boundary } = broken({ digest: '42' }, { onFault });
    const { thrown } = await outside(async () => {
      await show(boundary());
      await act(async () => answer.reject(failure));
    });
    expect(text()).toBe('server 42');
    expect(onFault).toHaveBeenCalledTimes(1);
    expect(thrown).toEqual([failure]);
    expect(complaints).toEqual([]);
  });
});

describe('a callback that throws', () => {
  const failure = new Error('the host’s');
  const fail = () => {
    throw failure;
  };

  it.each(['onFault', 'classify', 'isControlFlow'] as const)(
    'leaves the fallback, and its error reaches the page: %s',
    async (name) => {
      const { boundary, mend } = broken(new Error('Loading chunk 1 failed.'), { [name]: fail });
      const { thrown } = await outside(() => show(boundary()));
      expect(text()).toBe('missing-chunk ');
      expect(complaints).toEqual([]);
      expect(new Set(thrown)).toEqual(new Set([failure]));
      mend();
      await reset();
      expect(text()).toBe('content');
    },
  );

  it.each(['onReset', 'onRetry'] as const)(
    'does not stop the children from rendering again: %s',
    async (name) => {
      const { boundary, mend } = broken(null, { [name]: fail });
      await show(boundary({ resetKeys: [1] }));
      mend();
      const { thrown } = await outside(() =>
        name === 'onRetry' ? retry() : show(boundary({ resetKeys: [2] })),
      );
      expect(text()).toBe('content');
      expect(complaints).toEqual([]);
      expect(thrown).toEqual([failure]);
    },
  );
});

describe('reset', () => {
  it('in a layout effect of the fallback is not undone by the report', async () => {
    const { boundary, mend } = broken(new Error('x'), {
      onFault: () => 'event-1',
      fallback: function ResetsAtOnce({ reset }: FaultProps) {
        // Once: the next `reset` belongs to the render after the report.
        const [resetFirst] = useState(() => reset);
        useLayoutEffect(() => {
          mend();
          resetFirst();
        }, [resetFirst]);
        return 'fallback';
      },
    });
    await show(boundary());
    expect(text()).toBe('content');
  });
});

describe('retry', () => {
  it('renders after the refetch; reset renders at once', async () => {
    const refetch = deferred<undefined>();
    const onRetry = jest.fn(async () => {
      await refetch.promise;
    });
    const { boundary, mend, breakAgain } = await caught(null, { onRetry });
    mend();
    await retry();
    expect(text()).toBe('client ');
    await act(async () => refetch.resolve(undefined));
    expect(text()).toBe('content');
    expect(onRetry.mock.calls).toEqual([[]]);

    breakAgain(null);
    await show(boundary());
    mend();
    await reset();
    expect(text()).toBe('content');
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('renders in one transition with a synchronous refetch: the old data is never rendered again', async () => {
    const rendered: string[] = [];
    let refresh = () => {};
    const take = (handed: typeof refresh) => (refresh = handed);
    function App() {
      const [data, setData] = useState('bad');
      take(() => setData('good'));
      return (
        <FaultBoundary fallback={Fallback} onRetry={() => refresh()}>
          <Data data={data} />
        </FaultBoundary>
      );
    }
    function Data({ data }: { data: string }) {
      rendered.push(data);
      if (data === 'bad') throw new Error('x');
      return data;
    }
    await show(<App />);
    rendered.length = 0;
    await retry();
    expect(rendered).toEqual(['good']);

    // Control: with two steps, the failed data is rendered again.
    await act(async () => root.render(null));
    await show(<App />);
    rendered.length = 0;
    await act(async () => {
      shown?.reset();
      await Promise.resolve();
    });
    expect(rendered).toContain('bad');
  });

  it('renders after the refetch rejects, and handles the rejection', async () => {
    const { mend } = await caught(null, { onRetry: () => Promise.reject(new Error('x')) });
    mend();
    // An unhandled rejection would fail this test.
    const { thrown } = await outside(retry);
    expect(text()).toBe('content');
    expect(thrown).toEqual([]);
  });

  it('does not reset a newer fault when an older refetch ends', async () => {
    const refetch = deferred<undefined>();
    const onReset = jest.fn();
    const { breakAgain } = await caught('first', {
      onReset,
      onRetry: () => refetch.promise.then(() => undefined),
    });
    await retry();
    breakAgain('second');
    await reset();
    await act(async () => refetch.resolve(undefined));
    expect(shown?.error).toBe('second');
    expect(onReset).toHaveBeenCalledTimes(1);
  });

  it('resets once, even if called twice', async () => {
    const onReset = jest.fn();
    const { mend } = await caught(null, { onReset });
    mend();
    const reset = shown?.reset;
    await act(async () => reset?.());
    await act(async () => reset?.());
    expect(onReset.mock.calls).toEqual([[]]);
  });
});

describe('resetKeys', () => {
  it('reset when one changes after the fault', async () => {
    const onReset = jest.fn();
    const { boundary, mend } = broken(null, { onReset });
    await show(boundary({ resetKeys: ['/a', NaN] }));
    mend();
    await show(boundary({ resetKeys: ['/a', NaN] }));
    expect(text()).toBe('client ');
    await show(boundary({ resetKeys: ['/b', NaN] }));
    expect(text()).toBe('content');
    expect(onReset).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['one more', [1, undefined]],
    ['none', undefined],
    ['-0', [-0]],
  ])('reset by %s', async (_what, resetKeys) => {
    const { boundary, mend } = broken(null);
    await show(boundary({ resetKeys: _what === '-0' ? [0] : [1] }));
    mend();
    await show(boundary({ resetKeys }));
    expect(text()).toBe('content');
  });

  it('do not reset by the change that came with the fault', async () => {
    const onReset = jest.fn();
    const { boundary, mend, breakAgain } = broken(null, { onReset });
    mend();
    await show(boundary({ resetKeys: [1] }));
    breakAgain(null);
    await show(boundary({ resetKeys: [2] }));
    expect(text()).toBe('client ');
    expect(onReset).not.toHaveBeenCalled();
    // Control: the next change does.
    mend();
    await show(boundary({ resetKeys: [3] }));
    expect(text()).toBe('content');
  });

  it('do not call onReset while there is no fault', async () => {
    const onReset = jest.fn();
    const { boundary, mend } = broken(null, { onReset });
    mend();
    await show(boundary({ resetKeys: [1] }));
    await show(boundary({ resetKeys: [2] }));
    expect(onReset).not.toHaveBeenCalled();
  });
});

describe('nested boundaries', () => {
  const named = (name: string) => () => name;

  it('the inner one catches, and the outer one catches errors of the inner fallback', async () => {
    await show(
      <FaultBoundary fallback={named('outer')}>
        <FaultBoundary fallback={named('inner')}>
          <Child fault={{ thrown: null }} />
        </FaultBoundary>
      </FaultBoundary>,
    );
    expect(text()).toBe('inner');

    const failure = new Error('fallback');
    const onFault = jest.fn();
    await show(
      <FaultBoundary key="2" fallback={Fallback} onFault={onFault}>
        <FaultBoundary
          fallback={() => {
            throw failure;
          }}
        >
          <Child fault={{ thrown: null }} />
        </FaultBoundary>
      </FaultBoundary>,
    );
    expect(shown?.error).toBe(failure);
    expect(onFault).toHaveBeenCalledTimes(1);
  });

  it.each<[when: string, fallback: (props: FaultProps) => ReactNode]>([
    [
      'while it renders',
      function Breaks() {
        throw new Error('fallback');
      },
    ],
    [
      'while it renders once more',
      function BreaksLater({ reference }) {
        if (reference === 'event-1') throw new Error('fallback');
        return 'inner';
      },
    ],
    [
      'in every effect',
      function BreaksInEffect() {
        useEffect(() => {
          throw new Error('fallback');
        });
        return 'inner';
      },
    ],
    [
      'by useFault',
      function HandsOver() {
        const fault = useFault();
        useEffect(() => fault(new Error('fallback')), [fault]);
        return 'inner';
      },
    ],
  ])(
    'the outer one catches an error the inner fallback throws %s, and each is reported once',
    async (_when, fallback) => {
      const [inner, outer] = [jest.fn(() => 'event-1'), jest.fn(() => 'event-2')];
      const failure = new Error('content');
      const { boundary } = broken(failure, { fallback, onFault: inner });
      await show(
        <FaultBoundary fallback={Fallback} onFault={outer}>
          {boundary()}
        </FaultBoundary>,
      );
      expect(text()).toBe('client event-2');
      expect(errorsOf(inner)).toEqual([failure]);
      expect(errorsOf(outer)).toEqual([new Error('fallback')]);
      expect(complaints).toEqual([]);
    },
  );

  it('the inner one catches errors its children throw while unmounting', async () => {
    const fail = (when: string) => () => {
      throw new Error(when);
    };
    function Cleanup() {
      useLayoutEffect(() => fail('layout'), []);
      useEffect(() => fail('passive'), []);
      return null;
    }
    const inner = jest.fn();
    const fault: { thrown?: unknown } = {};
    const Breaks = () => <Child fault={'thrown' in fault ? (fault as { thrown: unknown }) : undefined} />;
    const tree = () => (
      <FaultBoundary fallback={named('outer')}>
        <FaultBoundary fallback={Fallback} onFault={inner}>
          <Cleanup />
          <Breaks />
        </FaultBoundary>
      </FaultBoundary>
    );
    await show(tree());
    fault.thrown = 'render';
    await show(tree());
    expect(text()).toBe('client ');
    expect(errorsOf(inner)).toEqual(['render', new Error('layout'), new Error('passive')]);
  });

  it('pass on control flow that a fallback throws, unreported', async () => {
    const onFault = jest.fn();
    const signal = Object.assign(new Error('signal'), { digest: DIGESTS[0] });
    await show(
      <Framework>
        <FaultBoundary fallback={Fallback} onFault={onFault}>
          <FaultBoundary
            fallback={() => {
              throw signal;
            }}
          >
            <Child fault={{ thrown: 'content' }} />
          </FaultBoundary>
        </FaultBoundary>
      </Framework>,
    );
    expect(text()).toBe(`framework: ${DIGESTS[0]}`);
    expect(onFault).not.toHaveBeenCalled();
  });

  /** The framework's boundary, which only reads the digest of the value itself. */
  class Framework extends Component<{ children: ReactNode }, { caught?: unknown }> {
    override state: { caught?: unknown } = {};
    static getDerivedStateFromError(caught: unknown) {
      return { caught };
    }
    override render() {
      const { caught } = this.state;
      return caught ? `framework: ${(caught as { digest: string }).digest}` : this.props.children;
    }
  }

  const DIGESTS = [
    'NEXT_REDIRECT;push;/a;307;',
    'NEXT_HTTP_ERROR_FALLBACK;401',
    'NEXT_HTTP_ERROR_FALLBACK;403',
    'NEXT_HTTP_ERROR_FALLBACK;404',
  ];
  it.each(
    DIGESTS.flatMap((digest) => [
      [digest, 'itself', Child],
      [digest, 'as a cause', Child],
      [digest, 'in an effect', EffectChild],
    ]) as [string, string, typeof Child][],
  )('pass %s on, %s, to the framework, and report nothing', async (digest, how, Thrower) => {
    const onFault = jest.fn();
    const signal = Object.assign(new Error('signal'), { digest });
    const thrown = how === 'as a cause' ? new Error('x', { cause: signal }) : signal;
    await show(
      <Framework>
        <FaultBoundary fallback={Fallback} onFault={onFault}>
          <FaultBoundary fallback={Fallback} onFault={onFault}>
            <Thrower fault={{ thrown }} />
          </FaultBoundary>
        </FaultBoundary>
      </Framework>,
    );
    expect(text()).toBe(`framework: ${digest}`);
    expect(onFault).not.toHaveBeenCalled();
    expect(shown).toBeUndefined();
  });

  it('pass on a signal that comes before an error of the same commit', async () => {
    const onFault = jest.fn();
    await show(
      <Framework>
        <FaultBoundary fallback={Fallback} onFault={onFault}>
          <EffectChild fault={{ thrown: { digest: DIGESTS[0] } }} />
          <EffectChild fault={{ thrown: new Error('x') }} />
        </FaultBoundary>
      </Framework>,
    );
    expect(text()).toBe(`framework: ${DIGESTS[0]}`);
    expect(errorsOf(onFault)).not.toContainEqual({ digest: DIGESTS[0] });
  });

  it('pass on values that isControlFlow recognises', async () => {
    const thrown = { digest: 'moved', isMove: true };
    const tree = (isControlFlow?: (value: unknown) => boolean) => (
      <Framework key={String(isControlFlow)}>
        <FaultBoundary fallback={Fallback} isControlFlow={isControlFlow}>
          <Child fault={{ thrown }} />
        </FaultBoundary>
      </Framework>
    );
    await show(tree((value) => value === thrown));
    expect(text()).toBe('framework: moved');
    await show(tree());
    expect(text()).toBe('server moved');
  });
});

describe('the kind', () => {
  it('comes from classify', async () => {
    await caught(null, { classify: () => 'skew' });
    expect(text()).toBe('skew ');
  });

  it('is judged when the fault is caught', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { boundary } = await caught(new Error('Loading chunk 1 failed.'));
    onLine.mockRestore();
    await show(boundary());
    expect(text()).toBe('offline ');
    await reset();
    expect(text()).toBe('missing-chunk ');
  });
});

describe('hydration', () => {
  function BreaksInBrowser() {
    const [isMounted, setMounted] = useState(false);
    useEffect(() => void Promise.resolve().then(() => setMounted(true)), []);
    if (isMounted) throw new Error('browser only');
    return <b>content</b>;
  }

  const tree = (child: ReactNode) => (
    <StrictMode>
      <FaultBoundary fallback={Fallback}>{child}</FaultBoundary>
    </StrictMode>
  );

  it('catches a later error without a warning', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    container = document.createElement('div');
    container.innerHTML = renderToString(tree(<BreaksInBrowser />));
    expect(container.innerHTML).toBe('<b>content</b>');
    const recovered = jest.fn();
    await act(async () =>
      hydrateRoot(container, tree(<BreaksInBrowser />), {
        onRecoverableError: recovered,
        onCaughtError: () => undefined,
      }),
    );
    expect(text()).toBe('client ');
    expect(recovered).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  it('control: React reports a difference between HTML and page', async () => {
    container = document.createElement('div');
    container.innerHTML = '<i>other</i>';
    const recovered = jest.fn();
    await act(async () => hydrateRoot(container, tree(<b>content</b>), { onRecoverableError: recovered }));
    expect(recovered).toHaveBeenCalled();
  });

  it('does not catch errors on the server', () => {
    expect(() => renderToString(tree(<Child fault={{ thrown: new Error('server') }} />))).toThrow('server');
  });
});
