/** @jest-environment node */
import { createBrowserPlatform } from './browser-platform.ts';

// jsdom can neither load documents nor fetch, so the window is a stub that records calls.
const calls: string[] = [];
const note = (name: string) => (argument?: string) => {
  calls.push(argument === undefined ? name : `${name} ${argument}`);
};

function createWindow() {
  return {
    fetch: async (input: string) => note('fetch')(input),
    location: {
      href: 'https://app.example/',
      assign: note('assign'),
      replace: note('replace'),
      reload: note('reload'),
    },
    navigator: { onLine: false },
    name: 'own name',
    sessionStorage: { name: 'sessionStorage' },
    setTimeout,
    clearTimeout,
  };
}

afterEach(() => {
  calls.length = 0;
  Reflect.deleteProperty(globalThis, 'window');
});

describe('createBrowserPlatform', () => {
  it('reads the window when it is used, not before', () => {
    const { location, isOnline, storage } = createBrowserPlatform();
    expect(isOnline()).toBe(true);
    const view = createWindow();
    Object.assign(globalThis, { window: view });
    expect(location.href).toBe('https://app.example/');
    view.location.href = 'https://app.example/elsewhere';
    expect(location.href).toBe('https://app.example/elsewhere');
    expect(isOnline()).toBe(false);
    expect(storage()).toBe(view.sessionStorage);
  });

  it('sends and leaves through the window', async () => {
    Object.assign(globalThis, { window: createWindow() });
    const { fetch, location } = createBrowserPlatform();
    await fetch('/a');
    location.assign('/b');
    location.replace('/c');
    location.reload();
    expect(calls).toEqual(['fetch /a', 'assign /b', 'replace /c', 'reload']);
  });

  it('reads and writes the name of the tab', () => {
    const view = createWindow();
    Object.assign(globalThis, { window: view });
    const { location } = createBrowserPlatform();
    expect(location.name).toBe('own name');
    location.name = 'another';
    expect(view.name).toBe('another');
  });

  it.each([
    ['navigate', [{ type: 'navigate' }], false],
    ['back_forward', [{ type: 'back_forward' }], false],
    ['reload', [{ type: 'reload' }], true],
    ['untold', [], true],
  ])('knows a document that came by a reload: %s', (_type, entries, expected) => {
    const asked = jest
      .spyOn(performance, 'getEntriesByType')
      .mockReturnValue(entries as unknown as ReturnType<typeof performance.getEntriesByType>);
    expect(createBrowserPlatform().location.isReloaded).toBe(expected);
    expect(asked).toHaveBeenCalledWith('navigation');
    asked.mockRestore();
  });

  it('takes a document for a reloaded one where nothing tells', () => {
    const told = performance.getEntriesByType;
    Object.assign(performance, { getEntriesByType: undefined });
    expect(createBrowserPlatform().location.isReloaded).toBe(true);
    Object.assign(performance, { getEntriesByType: told });
  });

  it('times and cancels', () => {
    jest.useFakeTimers();
    Object.assign(globalThis, { window: createWindow() });
    const { clock } = createBrowserPlatform();
    const startedAt = clock.now();
    clock.clearTimeout(clock.setTimeout(note('cancelled'), 10));
    clock.setTimeout(note('on time'), 10);
    jest.advanceTimersByTime(10);
    expect(calls).toEqual(['on time']);
    expect(clock.now() - startedAt).toBe(10);
    jest.useRealTimers();
  });
});
