/** Whether `next start` reads the configuration; the build has checked it then. */
export const isServing = (): boolean =>
  process.env.NODE_ENV === 'production' && process.title.startsWith('next-server');
