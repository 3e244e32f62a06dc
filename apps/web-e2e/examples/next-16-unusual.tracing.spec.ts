import { expect, type Page } from '@playwright/test';
import type { ScriptedIngest } from '@adit/testing';
import { waitForError } from '../src/support/envelopes.ts';
import { createExampleTest, DSN, type StartExample } from './example-test.ts';
import { startExample, startNext } from './next-example.ts';

const NAMES = ['Ada', 'Bob'] as const;

/**
 * Two concurrent requests of one page, which wait for each other on the server. Returns the tag and user of each error.
 */
async function visit(page: Page, ingest: ScriptedIngest): Promise<unknown[]> {
  await page.goto('/');
  await page.evaluate(
    (names) => Promise.all(names.map((name) => fetch(`/visitor/?name=${name}`))).then(() => undefined),
    NAMES,
  );
  return Promise.all(
    NAMES.map(async (name) => {
      const { event } = await waitForError(ingest, `The order of ${name} failed`);
      return [event.tags?.['visitor'], event.user?.id];
    }),
  );
}

createExampleTest(startNext)(
  'beside the application’s own OpenTelemetry, an error has the tags and the user of its request',
  async ({ page, ingest }) => {
    expect(await visit(page, ingest)).toEqual([
      ['Ada', 'Ada'],
      ['Bob', 'Bob'],
    ]);
  },
);

/** Hides the provider from Adit, so that the SDK sets up a second OpenTelemetry. */
const HIDES = `
const key = Symbol.for('opentelemetry.js.api.1');
const { get } = Reflect;
Reflect.get = (target, name, ...rest) => (name === key ? undefined : get(target, name, ...rest));
`;

const startHidden: StartExample = (ingest, environment) =>
  startExample({
    SENTRY_DSN: DSN,
    SENTRY_ENVIRONMENT: environment,
    ADIT_INGEST_ORIGIN: ingest.origin,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HIDES)}`,
  });

createExampleTest(startHidden)(
  'control: with a second OpenTelemetry, the error of one request has those of the other',
  async ({ page, ingest }) => {
    const [first, second] = await visit(page, ingest);
    expect(first).toEqual(second);
    expect([
      ['Ada', 'Ada'],
      ['Bob', 'Bob'],
    ]).toContainEqual(first);
  },
);
