/** @jest-environment jsdom */
import fc from 'fast-check';
import { defineMonitoring } from './define-monitoring.ts';
import { readRuntimeConfig, renderRuntimeScript, serializeRuntimeConfig } from './runtime-config.ts';

const monitoring = defineMonitoring({ SENTRY_ENVIRONMENT: 'staging', SENTRY_RELEASE: '<script><!--' });

/** Parsed as a browser parses a page that it receives. */
const parsePage = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

describe('the runtime config in a parsed document', () => {
  it('is read from the script element', () => {
    const page = parsePage(`<head>${renderRuntimeScript(monitoring, { nonce: 'abc' })}</head><p>text</p>`);

    expect(readRuntimeConfig(page)).toMatchObject({ environment: 'staging', release: '<script><!--' });
    expect(page.querySelector('p')?.textContent).toBe('text');
  });

  it('is read from the attribute of the html element', () => {
    const page = parsePage('<p>text</p>');
    page.documentElement.setAttribute('data-monitoring', serializeRuntimeConfig(monitoring));

    expect(readRuntimeConfig(parsePage(page.documentElement.outerHTML))).toMatchObject({
      environment: 'staging',
      release: '<script><!--',
    });
  });

  it('is not read from an element that a visitor wrote', () => {
    const page = parsePage('<div id="monitoring-config">{"environment":"evil"}</div>');

    expect(readRuntimeConfig(page)).toEqual({});
  });

  it('holds any release in one element that nothing leaves', () => {
    const parts = fc.constantFrom(
      '</script>',
      '<!--',
      '-->',
      '<script>',
      '"',
      "'",
      '&lt;',
      '\u2028',
      '\0',
      'a',
    );
    fc.assert(
      fc.property(
        fc.array(parts).map((texts) => texts.join('')),
        (release) => {
          const page = parsePage(`${renderRuntimeScript({ ...monitoring, release })}<p></p>`);

          expect(page.querySelectorAll('*')).toHaveLength(5); // html, head, script, body, p
          expect(JSON.parse(page.querySelector('script')?.textContent ?? '')).toMatchObject({ release });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('would leave its element without the escapes', () => {
    const page = parsePage(
      `<script type="application/json">${JSON.stringify({ release: '</script><b>' })}</script><p></p>`,
    );

    expect(page.querySelector('b')).not.toBeNull();
  });
});
