import type { ScreenName } from '@adit/fallback-ui';

/** The screens of the gallery with their titles. */
export const SCREENS = {
  unauthorized: '401 unauthorized',
  forbidden: '403 forbidden',
  notFound: '404 not found',
  tooManyRequests: '429 too many requests',
  maintenance: '503 maintenance',
  error: 'Error in a segment',
  globalError: 'Error in the browser',
  globalErrorOnServer: 'Error on the server',
  offline: 'Offline',
  update: 'New version',
} as const satisfies Partial<Record<ScreenName | 'globalErrorOnServer', string>>;

export type GalleryScreen = keyof typeof SCREENS;

/** Whether an address names a screen. */
export const isScreen = (name: string): name is GalleryScreen => Object.hasOwn(SCREENS, name);
