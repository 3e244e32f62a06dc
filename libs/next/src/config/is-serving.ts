/** Whether `next start` reads the configuration, which the build has checked. */
export const isServing = (): boolean =>
  process.env.NODE_ENV === 'production' && process.title.startsWith('next-server');
