import { deferred } from '@adit/testing';
import { createFetchTransport } from './fetch-transport.ts';
import { linkPrefetchTransport } from './link-prefetch-transport.ts';
import { createSpeculationRules } from './speculation-rules.ts';

const A = { url: 'http://localhost/a', priority: 'viewport' } as const;

/** What `relList.supports('prefetch')` answers: `true` in Chromium and Firefox. */
const knowsPrefetch = jest.spyOn(DOMTokenList.prototype, 'supports');

beforeEach(() => {
  knowsPrefetch.mockReturnValue(true);
});

afterEach(() => {
  document.head.replaceChildren();
  Reflect.deleteProperty(HTMLScriptElement, 'supports');
});

describe('linkPrefetchTransport', () => {
  const link = (): HTMLLinkElement | null => document.head.querySelector('link');

  it('adds a link until the answer has arrived', async () => {
    const done = linkPrefetchTransport(A);
    expect(link()).toMatchObject({ rel: 'prefetch', href: A.url });
    link()?.dispatchEvent(new Event('load'));
    await done;
    expect(link()).toBeNull();
  });

  it('fails where there is no answer', async () => {
    const done = linkPrefetchTransport(A);
    link()?.dispatchEvent(new Event('error'));
    await expect(done).rejects.toMatchObject({ type: 'error' });
    expect(link()).toBeNull();
  });

  it('reads a fetch of low priority to its end in a browser that ignores the link', async () => {
    knowsPrefetch.mockReturnValue(false);
    const body = deferred<string>();
    const fetched = jest.fn(async () => ({ text: () => body.promise }) as Response);
    globalThis.fetch = fetched;
    const settled = jest.fn();
    const done = Promise.resolve(linkPrefetchTransport(A)).then(settled);
    expect(knowsPrefetch).toHaveBeenCalledWith('prefetch');
    expect(fetched).toHaveBeenCalledWith(A.url, { priority: 'low' });
    expect(link()).toBeNull();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(settled).not.toHaveBeenCalled();
    body.resolve('page');
    await done;
  });
});

describe('createFetchTransport', () => {
  const requests: { readonly url: unknown; readonly init: RequestInit | undefined }[] = [];

  function answer(respond: () => Partial<Response> | Promise<Response>): void {
    requests.length = 0;
    globalThis.fetch = async (url, init) => {
      requests.push({ url, init });
      return (await respond()) as Response;
    };
  }

  /** As much of a body as the transport reads. */
  function bodyOf(...sizes: number[]): Partial<Response> {
    const read = async () => {
      const size = sizes.shift();
      return size === undefined ? { done: true } : { done: false, value: new Uint8Array(size) };
    };
    return { ok: true, status: 200, body: { getReader: () => ({ read }) } as never };
  }

  it('asks with low priority and reads to the end', async () => {
    answer(() => bodyOf(400, 600));
    await createFetchTransport({ maxBytes: 1_000 })(A);
    expect(requests).toMatchObject([{ url: A.url, init: { priority: 'low' } }]);
  });

  it('has nothing to read in an answer without a body', async () => {
    answer(() => ({ ok: true, status: 204, body: null }));
    await expect(createFetchTransport()(A)).resolves.toBeUndefined();
  });

  it('breaks off what is too long', async () => {
    answer(() => bodyOf(400, 601));
    await expect(createFetchTransport({ maxBytes: 1_000 })(A)).rejects.toThrow(
      'prefetch: more than 1000 bytes',
    );
    expect(requests[0]?.init?.signal?.aborted).toBe(true);
  });

  it('breaks off what takes too long', async () => {
    jest.useFakeTimers();
    answer(
      () =>
        new Promise((_, reject) => {
          requests[0]?.init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const done = createFetchTransport({ timeoutMs: 100 })(A);
    jest.advanceTimersByTime(99);
    expect(requests[0]?.init?.signal?.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    await expect(done).rejects.toThrow('aborted');
  });

  it('takes no error page for an answer', async () => {
    answer(() => ({ ok: false, status: 404 }));
    await expect(createFetchTransport()(A)).rejects.toThrow('prefetch: status 404');
  });

  it.each([
    [{ maxBytes: 0 }, 'maxBytes is 0; accepted: an integer of at least 1'],
    [{ timeoutMs: -1 }, 'timeoutMs is -1; accepted: an integer of at least 1 and at most 2147483647'],
    [
      { timeoutMs: 2 ** 31 },
      'timeoutMs is 2147483648; accepted: an integer of at least 1 and at most 2147483647',
    ],
  ])('refuses %j', (options, message) => {
    expect(() => createFetchTransport(options)).toThrow(new RangeError(message));
  });
});

describe('createSpeculationRules', () => {
  const rules = (): HTMLScriptElement[] => [
    ...document.head.querySelectorAll<HTMLScriptElement>('script[type]'),
  ];
  const support = (supported: boolean) => Object.assign(HTMLScriptElement, { supports: () => supported });

  it.each([
    [undefined, 'viewport', 'prefetch'],
    ['never', 'intent', 'prefetch'],
    ['intent', 'viewport', 'prefetch'],
    ['intent', 'intent', 'prerender'],
    ['always', 'viewport', 'prerender'],
  ] as const)('prerender %s: for %s the rule says %s', async (prerender, priority, action) => {
    support(true);
    await createSpeculationRules({ prerender }).transport({ ...A, priority });
    expect(rules().map(({ type, text }) => [type, text])).toEqual([
      [
        'speculationrules',
        JSON.stringify({ [action]: [{ source: 'list', urls: [A.url], eagerness: 'immediate' }] }),
      ],
    ]);
  });

  it('refuses what is no kind of prerendering', () => {
    expect(() => createSpeculationRules({ prerender: 'sometimes' as 'never' })).toThrow(
      new RangeError('prerender is "sometimes"; accepted: "never", "intent", "always"'),
    );
  });

  it('brings the nonce of the page, or the one it is given', async () => {
    support(true);
    await createSpeculationRules().transport(A);
    document.head.innerHTML = '<script nonce="abc"></script>';
    await createSpeculationRules().transport(A);
    await createSpeculationRules({ nonce: 'xyz' }).transport(A);
    expect(rules().map(({ nonce }) => nonce)).toEqual(['abc', 'xyz']);
  });

  it('takes its rules out when it is stopped', async () => {
    support(true);
    const { transport, stop } = createSpeculationRules();
    await transport(A);
    await transport({ ...A, url: 'http://localhost/b' });
    expect(rules()).toHaveLength(2);
    stop();
    expect(rules()).toEqual([]);
  });

  it('falls back for good where the page takes trusted scripts only', async () => {
    support(true);
    const write = jest.spyOn(HTMLScriptElement.prototype, 'text', 'set').mockImplementation(() => {
      throw new TypeError("This document requires 'TrustedScript' assignment.");
    });
    const fallback = jest.fn(async () => undefined);
    const { transport, stop } = createSpeculationRules({ fallback });
    await transport(A);
    await transport(A);
    expect(fallback.mock.calls).toEqual([[A], [A]]);
    // Each attempt would be one more violation in the site's reports.
    expect(write).toHaveBeenCalledTimes(1);
    expect(rules()).toEqual([]);
    write.mockRestore();
    stop();
  });

  it.each([false, undefined])('falls back where the browser does not support them: %s', async (supported) => {
    if (supported !== undefined) support(supported);
    const fallback = jest.fn(async () => undefined);
    await createSpeculationRules({ fallback }).transport(A);
    expect(fallback).toHaveBeenCalledWith(A);
    expect(rules()).toEqual([]);
  });
});
