/** @jest-environment node */
import { networkSignal, visibilitySignal } from './host-signals.ts';

/** The parts of a browser's window and document that the signals use. */
function installHost() {
  const host = Object.assign(new EventTarget(), {
    navigator: { onLine: true },
    visibilityState: 'visible',
  });
  Object.assign(globalThis, { window: host, document: host });
  return host;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
  Reflect.deleteProperty(globalThis, 'document');
});

describe('networkSignal', () => {
  it('says what the browser believes, and when that changes', () => {
    const host = installHost();
    const heard: boolean[] = [];
    const stop = networkSignal.subscribe(() => heard.push(networkSignal.read()));
    host.navigator.onLine = false;
    host.dispatchEvent(new Event('offline'));
    host.navigator.onLine = true;
    host.dispatchEvent(new Event('online'));
    stop();
    host.dispatchEvent(new Event('offline'));
    expect(heard).toEqual([false, true]);
  });

  it('takes a server for online', () => {
    expect(networkSignal.read()).toBe(true);
  });
});

describe('visibilitySignal', () => {
  it('says whether the page is seen, and when that changes', () => {
    const host = installHost();
    const heard: boolean[] = [];
    const stop = visibilitySignal.subscribe(() => heard.push(visibilitySignal.read()));
    host.visibilityState = 'hidden';
    host.dispatchEvent(new Event('visibilitychange'));
    host.visibilityState = 'visible';
    host.dispatchEvent(new Event('visibilitychange'));
    stop();
    host.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual([false, true]);
  });
});
