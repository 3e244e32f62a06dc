export { RouterProvider, useNavigate, useNavigationState } from './router-context.tsx';

export type { Navigate, RouterProviderProps } from './router-context.tsx';
