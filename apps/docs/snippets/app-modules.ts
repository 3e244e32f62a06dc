// Application modules in code blocks, and the parts that documents use of packages that are not installed here.
declare module '*/chart' {
  export const Chart: (props: { month: string }) => React.ReactNode;
}
declare module '*/products' {
  export const isProduct: (id: string | undefined) => Promise<boolean>;
}
declare module '*/members' {
  export const isMember: (request: Request) => Promise<boolean>;
}
declare module '*/whole-site-error' {
  const screen: (props: { error: Error & { digest?: string } }) => React.ReactNode;
  export default screen;
}
declare module '*/replay' {
  export const replayIntegration: typeof import('@sentry/nextjs').replayIntegration;
}
declare module '*/sdk' {
  export const start: (
    early: import('@adit/monitoring-client').EarlyBuffer,
    settings?: unknown,
  ) => import('@adit/monitoring-client/sdk').StartedSdk;
}
declare module '*/sentry.server.config';
declare module '*/sentry.edge.config';
declare module '*/sentry.integrations' {
  export const integrations: never[];
}
declare module '*/navigation' {
  export const hard: ReturnType<typeof import('@adit/router').createHardNavigator>;
  export const navigator: ReturnType<typeof import('@adit/router').createNavigator>;
  export const page: ReturnType<typeof import('@adit/router/browser').createPageLife>;
}
declare module 'react-router' {
  export const Outlet: () => React.ReactNode;
  export const useLocation: () => { key: string };
  export const useRouteError: () => unknown;
  export const createBrowserRouter: (routes: unknown) => {
    navigate: (
      to: { pathname: string; search: string; hash: string },
      options: { replace: boolean },
    ) => unknown;
    subscribe: (
      listener: (state: { navigation: { state: string; location: unknown } }) => void,
    ) => () => void;
    createHref: (to: unknown) => string;
  };
}
