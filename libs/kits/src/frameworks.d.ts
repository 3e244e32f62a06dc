// The parts of the frameworks that the kits use. The workspace installs none of them; the examples compile against the real ones.

declare module 'react-router' {
  import type { ComponentType } from 'react';
  export const Outlet: ComponentType;
  export const ServerRouter: ComponentType<{ context: object; url: string }>;
  export function createPath(path: object): string;
  export function isRouteErrorResponse(error: unknown): error is { readonly status: number };
  export function useLocation(): { readonly key: string };
  export function useNavigate(): (to: object, options: { replace: boolean }) => unknown;
  export function useNavigation():
    | { readonly state: 'idle'; readonly location: undefined }
    | { readonly state: 'loading' | 'submitting'; readonly location: object };
  export function useRouteError(): unknown;
}

declare module '@tanstack/react-router' {
  export function isNotFound(error: unknown): boolean;
  export function isRedirect(error: unknown): boolean;
}

declare module '@tanstack/react-router/ssr/server' {
  export function getSsrStatus(router: object): number;
}

declare module '@tanstack/react-start' {
  export function createCsrfMiddleware(options: {
    filter: (context: { handlerType: string }) => boolean;
  }): unknown;
  export function createMiddleware(options: { type: 'function' }): {
    server: (run: (context: { next: () => Promise<object> }) => Promise<object>) => object;
  };
  export function createStart<Options extends object>(
    options: () => Options,
  ): { readonly getOptions: () => Promise<Options> };
}

declare module '@tanstack/react-start/server' {
  interface HandlerContext {
    readonly request: Request;
    readonly responseHeaders: Headers;
    readonly router: {
      readonly state: {
        readonly matches: readonly { readonly status: string; readonly error: unknown }[];
      };
    };
  }
  type Fetch = (request: Request) => Promise<Response>;
  export function createServerEntry(entry: { fetch: Fetch }): { readonly fetch: Fetch };
  export function createStartHandler(
    handler: (context: HandlerContext) => Response | Promise<Response>,
  ): Fetch;
  export function defaultStreamHandler(context: HandlerContext): Promise<Response>;
  export function getResponseHeaders(): Headers;
}

declare module '#app/nuxt' {
  export function defineNuxtPlugin<Plugin extends object>(plugin: Plugin): Plugin;
}
