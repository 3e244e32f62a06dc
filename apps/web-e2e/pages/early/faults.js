// Every way a page can fail, each under its own name. A plain script, so that both pages run the same bytes.
/* global XMLHttpRequest, captureError */
(() => {
  const { nonce, src } = document.currentScript;
  const inScript = (code) => {
    const script = document.createElement('script');
    script.nonce = nonce;
    script.textContent = code;
    document.head.append(script);
  };
  const soon = (action) => new Promise((resolve) => setTimeout(resolve, 30)).then(action);
  class PaymentError extends Error {
    name = 'PaymentError';
  }
  const deep = (depth) => {
    if (depth > 0) return deep(depth - 1);
    throw new Error('deep');
  };
  window.faults = {
    error: () => inScript(`throw new Error('error')`),
    typeError: () => inScript(`const a = undefined; a.typeError()`),
    deep: () => {
      window.deep = deep;
      inScript('deep(70)');
    },
    cause: () =>
      inScript(`throw new Error('outer', { cause: new Error('inner', { cause: new TypeError('root') }) })`),
    aggregate: () => inScript(`throw new AggregateError([new Error('one'), new Error('two')], 'aggregate')`),
    custom: () => {
      window.PaymentError = PaymentError;
      inScript(`throw new PaymentError('custom')`);
    },
    string: () => inScript(`throw 'string'`),
    number: () => inScript(`throw 42`),
    object: () => inScript(`throw { object: true, nested: { list: [1, 2, 3] } }`),
    domException: () => inScript(`throw new DOMException('dom exception', 'DataError')`),
    syntaxError: () => inScript(`const = syntaxError`),
    reportError: () => reportError(new Error('reported')),
    microtask: () => queueMicrotask(() => deep(0)),
    rejection: () => void Promise.reject(new Error('rejection')),
    asyncFunction: () =>
      void (async () => {
        await undefined;
        throw new RangeError('async function');
      })(),
    rejectedString: () => void Promise.reject('rejected string'),
    rejectedNothing: () => void Promise.reject(undefined),
    rejectedObject: () => void Promise.reject({ rejected: 'object' }),
    abort: () => void Promise.reject(new DOMException('aborted', 'AbortError')),
    timeout: () => void setTimeout(() => deep(1)),
    interval: () => {
      const timer = setInterval(() => {
        clearInterval(timer);
        throw new Error('interval');
      });
    },
    // Some occur at their own time: the next fault waits for them.
    frame: () =>
      new Promise((resolve) => {
        requestAnimationFrame(function onFrame() {
          resolve(Date.now());
          throw new Error('frame');
        });
      }),
    listener: () => {
      const button = document.createElement('button');
      button.addEventListener('activate', function onActivate() {
        throw new Error('listener');
      });
      button.dispatchEvent(new Event('activate'));
    },
    listenerObject: () => {
      const button = document.createElement('button');
      button.addEventListener('activate', {
        handleEvent() {
          throw new Error('listener object');
        },
      });
      button.dispatchEvent(new Event('activate'));
    },
    request: () =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.onload = function onLoaded() {
          resolve(Date.now());
          throw new Error('request');
        };
        request.open('GET', src);
        request.send();
      }),
    captured: () => captureError(new Error('captured')),
    capturedText: function payInvoice() {
      captureError('captured text');
    },
    calledHandler: () => window.onerror('called handler', src, 3, 4, new Error('called handler')),
    calledRejectionHandler: () =>
      window.onunhandledrejection({ reason: new Error('called rejection handler') }),
    afterConsole: () => {
      console.error('console before', { order: 7 });
      inScript(`throw new Error('after console')`);
    },
  };
  /** The time at which each was raised, in milliseconds since the epoch. */
  window.raisedAt = {};
  const raiseAll = async () => {
    for (const [name, raise] of Object.entries(window.faults)) {
      const now = Date.now();
      window.raisedAt[name] = (await raise()) ?? now;
      await soon();
    }
    window.areRaised = true;
  };
  const moments = {
    now: (go) => go(),
    '50ms': (go) => setTimeout(go, 50),
    interactive: (go) => document.addEventListener('DOMContentLoaded', go),
    load: (go) => addEventListener('load', go),
    '1000ms': (go) => setTimeout(go, 1_000),
  };
  const moment = new URLSearchParams(location.search).get('moment');
  moments[moment]?.(() => void raiseAll());
  const once = new URLSearchParams(location.search).get('once');
  if (once !== null) {
    inScript(`throw new Error(${JSON.stringify(once || 'once')})`);
    window.areRaised = true;
  }
})();
