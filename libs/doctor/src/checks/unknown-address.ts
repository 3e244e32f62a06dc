import { unmatchedLayout } from '@adit/setup';
import type { Check } from '../check.ts';

/** An address without a route shows the application's screen. */
export const unknownAddress: Check = {
  id: 'unknown-address',
  title: 'An address that no route has shows a screen of the application',
  run({ application, reader }) {
    const found = unmatchedLayout(reader, application);
    if (found === undefined) return [];
    return [
      {
        level: 'warning',
        message:
          'An address that no route has shows Next’s own 404: the root layouts lie below app, so no screen stands for it',
        path: found.layout,
        fix: `Write ${found.page}: a page that calls notFound() of next/navigation.`,
      },
    ];
  },
};
