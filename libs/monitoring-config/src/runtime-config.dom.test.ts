/** @jest-environment jsdom */
import fc from 'fast-check';
import { defineMonitoring } from './define-monitoring.ts';
import { readRuntimeConfig, serializeRuntimeConfig } from './runtime-config.ts';

const monitoring = defineMonitoring({ SENTRY_ENVIRONMENT: 'staging' });

/** Parses HTML as a browser does. The attribute is escaped as React escapes it. */
const parsePage = (text: string): Document =>
  new DOMParser().parseFromString(
    `<html data-monitoring="${text.replaceAll('"', '&quot;')}"><p>text</p></html>`,
    'text/html',
  );

describe('the runtime config in a parsed document', () => {
  it('is read from the attribute of the html element', () => {
    expect(readRuntimeConfig(parsePage(serializeRuntimeConfig(monitoring)))).toMatchObject({
      environment: 'staging',
    });
  });

  it('holds any release, and no release ends the attribute', () => {
    const parts = fc.constantFrom(
      '>',
      '<!--',
      '-->',
      '<script>',
      '"',
      "'",
      '&lt;',
      '&quot;',
      '\u2028',
      '\0',
      'a',
    );
    fc.assert(
      fc.property(
        fc.array(parts).map((texts) => texts.join('')),
        (release) => {
          const page = parsePage(serializeRuntimeConfig({ ...monitoring, release }));

          expect(page.querySelectorAll('*')).toHaveLength(4); // html, head, body, p
          expect(JSON.parse(page.documentElement.dataset['monitoring'] ?? '')).toMatchObject({ release });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('would change without the escapes', () => {
    const page = parsePage(JSON.stringify({ release: '&lt;' }));

    expect(page.documentElement.dataset['monitoring']).toBe('{"release":"<"}');
  });
});
