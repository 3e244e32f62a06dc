import { useSyncExternalStore, type ComponentType } from 'react';

function Home() {
  return (
    <main>
      <title>Shop</title>
      <h1>Shop</h1>
      <button
        onClick={() => {
          throw new Error('The basket is broken');
        }}
      >
        Throw
      </button>
      <a href="/orders">Orders</a>
      <a href="/render-error" data-prefetch="off">
        Fails while it renders in the browser
      </a>
      <a href="/server-error" data-prefetch="off">
        Fails on the server
      </a>
    </main>
  );
}

function Orders() {
  return (
    <main>
      <title>Orders – Shop</title>
      <h1>Orders</h1>
      <a href="/">Home</a>
    </main>
  );
}

function BrokenInBrowser() {
  const inBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  if (inBrowser) throw new Error('The page broke while rendering');
  return <main>One moment</main>;
}

function BrokenOnServer(): never {
  throw new Error('The server could not render');
}

/** The component of each path. */
export const PAGES: Readonly<Record<string, ComponentType>> = {
  '/': Home,
  '/orders': Orders,
  '/render-error': BrokenInBrowser,
  '/server-error': BrokenOnServer,
};
