import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { FaultBoundary, useFault } from '@adit/fallback-ui/boundary';
import { InlineFault, PageFault } from '@adit/fallback-ui/client';

const { createElement: h, StrictMode, useEffect, useReducer } = React;

const { proxy, revoke } = Proxy.revocable({}, {});
revoke();

const trap = {};
for (const name of ['name', 'message', 'stack', 'digest', 'cause', 'toString'])
  Object.defineProperty(trap, name, {
    get() {
      throw new Error('trap');
    },
  });

class OwnError extends Error {}

/** An error whose `Error` belongs to another window. */
function errorOfFrame() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const error = new frame.contentWindow.Error('x');
  frame.remove();
  return error;
}

const THROWN = {
  error: new Error('x'),
  subclass: new OwnError('x'),
  null: null,
  undefined: undefined,
  'empty text': '',
  zero: 0,
  NaN: NaN,
  false: false,
  text: 'text',
  symbol: Symbol('x'),
  object: { message: 'x' },
  frozen: Object.freeze({ message: 'x' }),
  'throwing getters': trap,
  'another realm': errorOfFrame(),
  'revoked proxy': proxy,
};

/** The page's settings and records. */
const state = { how: 'none', what: 'error', variant: 'plain', reports: [], renders: 0 };
let renderAgain = () => {};

function Child() {
  const fault = useFault();
  state.fault = fault;
  if (state.how === 'render') throw THROWN[state.what];
  useEffect(() => {
    if (state.how === 'effect') throw THROWN[state.what];
  });
  return h('p', { id: 'content' }, 'content');
}

function Plain({ error, retry, reset }) {
  return h(
    'p',
    { id: 'fallback' },
    Object.is(error, THROWN[state.what]) ? 'caught' : 'caught something else',
    h('button', { onClick: reset }, 'reset'),
    h('button', { onClick: retry }, 'retry'),
  );
}

const FALLBACKS = { plain: Plain, page: PageFault, inline: InlineFault };

function App() {
  const [version, again] = useReducer((count) => count + 1, 0);
  renderAgain = again;
  return h(
    StrictMode,
    null,
    h('label', null, 'Field ', h('input')),
    h(
      FaultBoundary,
      {
        fallback: FALLBACKS[state.variant],
        resetKeys: [state.variant],
        onFault: (error, { kind }) => {
          state.reports.push(kind);
          return `event-${state.reports.length}`;
        },
      },
      h(Child, { version }),
    ),
  );
}

Object.assign(window, {
  kinds: Object.keys(THROWN),
  state,
  /** Changes the page's settings, and renders it again. */
  show(change) {
    Object.assign(state, change);
    renderAgain();
  },
  hand: (what) => {
    state.what = what;
    state.fault(THROWN[what]);
  },
});

const root = document.createElement('main');
document.body.replaceChildren(root);
createRoot(root, { onCaughtError: () => undefined }).render(h(App));
