const OF_SERVER = `Error: The price service https://prices.example/ is down
    at loader (/shop/app/routes/price.tsx:4:9)
    at async callRouteHandler (file:///shop/node_modules/react-router/dist/development/index.mjs:1:1)`;
const OF_CHROMIUM = `Error: The basket is broken
    at Basket (http://localhost:5173/app/routes/basket.tsx:4:9)`;
const OF_FIREFOX = 'Basket@http://localhost:5173/app/routes/basket.tsx:4:9\n';

async function isOfServer(stack: string | undefined, isDevelopment: boolean): Promise<boolean> {
  jest.resetModules();
  Object.assign(globalThis, { __ADIT_IS_DEVELOPMENT__: isDevelopment });
  const { isOfServer: judge } = await import('./is-of-server.ts');
  return judge(Object.assign(new Error('x'), { stack }));
}
afterEach(() => Reflect.deleteProperty(globalThis, '__ADIT_IS_DEVELOPMENT__'));

it.each([
  ['React Router has removed the stack', undefined, false, true],
  ['it has an empty one', '', true, true],
  ['in development, its stack is that of the server', OF_SERVER, true, true],
  ['in development, Chromium threw it', OF_CHROMIUM, true, false],
  ['in development, Firefox or Safari threw it', OF_FIREFOX, true, false],
  ['it is from a build, and has a stack', OF_SERVER, false, false],
])('%s', async (_case, stack, isDevelopment, expected) => {
  expect(await isOfServer(stack, isDevelopment)).toBe(expected);
});

it('what is no error was not reported by the server', async () => {
  const { isOfServer: judge } = await import('./is-of-server.ts');
  expect(judge('x')).toBe(false);
});
