import type { NetworkMode } from './setup';

const CONNECTIONS: Readonly<Record<Exclude<NetworkMode, 'real'>, object>> = {
  'save-data': { saveData: true, effectiveType: '4g' },
  slow: { saveData: false, effectiveType: '3g' },
};

/** Makes the browser say that the network is so; returns the way back. The line itself stays as fast as it is. */
export function simulateNetwork(mode: NetworkMode): () => void {
  if (mode === 'real') return () => undefined;
  // The browser's own answer is a getter of the prototype, which an own property hides.
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: Object.assign(new EventTarget(), CONNECTIONS[mode]),
  });
  return () => void Reflect.deleteProperty(navigator, 'connection');
}
