import { describe, expect, it } from '@jest/globals';
import { textOf } from '../../testing/round-trip.helper.ts';
import { addToRouter, takeFromRouter } from './kit-router.ts';

const PATH = 'src/router.tsx';
const IMPORT = "import { withAdit } from '@adit/kits/tanstack-start';\n";

describe('wraps the router, and takes the call out again', () => {
  it.each([
    [
      'what is returned',
      "import { createRouter } from '@tanstack/react-router';\n",
      'export const getRouter = () => createRouter({ routeTree });\n',
      'export const getRouter = () => withAdit(createRouter({ routeTree }));\n',
    ],
    [
      'a constant, by another name',
      "import { createRouter as createTanStackRouter } from '@tanstack/react-router';\n",
      'export function getRouter() {\n  const router = createTanStackRouter({\n    routeTree,\n  });\n\n  return router;\n}\n',
      'export function getRouter() {\n  const router = withAdit(createTanStackRouter({\n    routeTree,\n  }));\n\n  return router;\n}\n',
    ],
  ])('%s', (_name, head, before, after) => {
    expect(textOf(addToRouter(PATH, head + before))).toBe(head + IMPORT + after);
    expect(addToRouter(PATH, head + IMPORT + after)).toEqual({ kind: 'same' });
    expect(textOf(takeFromRouter(PATH, head + IMPORT + after))).toBe(head + before);
  });
});

it.each([
  ['export const getRouter = () => createRouter({});\n', 'it does not call createRouter of'],
  [
    "import { createRouter } from '@tanstack/react-router';\ncreateRouter({});\ncreateRouter({});\n",
    'it does not',
  ],
  ["import * as t from '@tanstack/react-router';\nt.createRouter({});\n", 'it does not call'],
  [
    "import { createRouter } from '@tanstack/react-router'; createRouter({});\n",
    'there is no line of its own',
  ],
  ["import { createRoute } from '@tanstack/react-router';\n", 'it does not call'],
  ['const withAdit = 1;\n', 'it has a withAdit of its own'],
])('leaves %j', (text, why) => {
  expect(addToRouter(PATH, text)).toMatchObject({ kind: 'unknown', why: expect.stringContaining(why) });
});
