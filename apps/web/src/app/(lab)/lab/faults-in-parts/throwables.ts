import { stamped } from '../../stamped';

/** Values that a part of a page can throw. */
export const THROWABLES: readonly { readonly title: string; readonly make: () => unknown }[] = [
  { title: 'an error', make: () => new Error(stamped('The lab threw this error in a part of a page.')) },
  { title: 'null', make: () => null },
  { title: 'undefined', make: () => undefined },
  { title: 'a string', make: () => 'a string' },
  { title: 'a frozen object', make: () => Object.freeze({ reason: 'frozen' }) },
  {
    title: 'a missing chunk',
    make: () =>
      Object.assign(new Error('Failed to load chunk /_next/static/chunks/gone.js'), {
        name: 'ChunkLoadError',
      }),
  },
];
