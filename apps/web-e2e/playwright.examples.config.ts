import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm test -- examples` runs these tests, after it has installed and built the examples. */
export default defineConfig({
  ...base,
  testDir: 'examples',
  outputDir: 'test-output/examples',
  workers: 1,
  reporter: [['list'], ['json', { outputFile: 'test-output/playwright-examples.json' }]],
  projects: base.projects?.filter(({ name }) => name === 'headless-shell') ?? [],
});
