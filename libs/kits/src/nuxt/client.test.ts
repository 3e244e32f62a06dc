const captureError = jest.fn();
jest.mock('../browser/index.ts', () => ({ captureError }));
jest.mock('#app/nuxt', () => ({ defineNuxtPlugin: (plugin: object) => plugin }), { virtual: true });

it('reports errors of components and of the application, and no answers', async () => {
  const loaded: unknown = await import('./client.ts');
  const { default: plugin } = loaded as {
    default: (app: { hook: (name: string, listen: (error: unknown) => void) => void }) => void;
  };
  const listeners = new Map<string, (error: unknown) => void>();
  plugin({ hook: (name, listen) => void listeners.set(name, listen) });
  const errors = [new Error('a'), new Error('b')];
  listeners.get('vue:error')?.(errors[0]);
  listeners.get('app:error')?.(errors[1]);
  listeners.get('app:error')?.(Object.assign(new Error('c'), { statusCode: 404 }));
  expect(captureError.mock.calls).toEqual(errors.map((error) => [error]));
});
