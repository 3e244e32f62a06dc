import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('orders', 'routes/orders.tsx'),
  route('render-error', 'routes/render-error.tsx'),
  route('server-error', 'routes/server-error.tsx'),
  route('server-render-error', 'routes/server-render-error.tsx'),
  route('failing-route', 'routes/failing-route.ts'),
] satisfies RouteConfig;
