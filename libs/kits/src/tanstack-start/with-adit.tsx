import { NavigationProgress, RouterProvider } from '@adit/router/react';
import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createNavigation } from '../react/navigation.ts';
import { RootFault } from '../react/root-fault.tsx';
import { RootStatus } from '../react/root-status.tsx';
import { referenceOf } from './server-error.ts';

/** The parts of TanStack's router that are used. */
export interface AditRouter {
  readonly options: object;
  readonly history: {
    readonly push: (path: string) => void;
    readonly replace: (path: string) => void;
  };
  readonly subscribe: (
    type: 'onBeforeLoad' | 'onRendered',
    listener: (event: {
      readonly toLocation: { readonly href: string };
      readonly hrefChanged: boolean;
    }) => void,
  ) => unknown;
}

/**
 * Gives the router screens for errors and missing pages, unless it has its own, and every navigation a deadline,
 * including those of links. Returns the same router.
 */
export function withAdit<Router extends AditRouter>(router: Router): Router {
  const toPath = (href: string): string => href.slice(new URL(href).origin.length);
  const { navigator, hard, page } = createNavigation({
    push: (href) => router.history.push(toPath(href)),
    replace: (href) => router.history.replace(toPath(href)),
  });
  // Only in the browser: the server answers errors with documents.
  const defaultErrorComponent = ({ error }: { readonly error: unknown }): ReactNode => {
    const reference = referenceOf(error);
    return (
      <RootFault
        error={error}
        reference={reference}
        isReported={reference !== undefined}
        hard={hard}
        page={page}
      />
    );
  };
  const { InnerWrap: Inner = Plain, ...own } = router.options as { readonly InnerWrap?: typeof Plain };
  const InnerWrap: typeof Plain = ({ children }) => (
    <RouterProvider navigator={navigator} hard={hard}>
      <Inner>{children}</Inner>
      <Progress />
    </RouterProvider>
  );
  Object.assign(router.options, {
    defaultErrorComponent,
    defaultNotFoundComponent: () => <RootStatus status={404} />,
    ...own,
    InnerWrap,
  });
  if (typeof window === 'undefined') return router;
  page.start();
  router.subscribe('onBeforeLoad', ({ toLocation, hrefChanged }) => {
    if (hrefChanged) navigator.began(new URL(toLocation.href, location.href).href, { history: 'push' });
  });
  router.subscribe('onRendered', () => page.shown(location.href));
  return router;
}

const Plain = ({ children }: { readonly children?: ReactNode }): ReactNode => children;

const subscribeNever = (): (() => void) => () => undefined;

/**
 * The progress of a slow navigation, at the end of the body: the router's component is around the document. Not on a
 * server and while the page is hydrated.
 */
function Progress(): ReactNode {
  const isHydrated = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  return isHydrated && <AtEndOfBody />;
}

function AtEndOfBody(): ReactNode {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    // Takes it out of the flow.
    place.style.setProperty('position', 'fixed');
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return createPortal(<NavigationProgress />, place);
}
