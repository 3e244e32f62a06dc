import { classifyErrorEvent } from './classify-error-event.ts';

/** The error event of an element, as it arrives at a capturing listener. */
function failedElement(html: string): Event {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  let seen: Event | undefined;
  holder.addEventListener('error', (event) => (seen = event), { capture: true });
  holder.firstElementChild!.dispatchEvent(new Event('error'));
  return seen!;
}

const scriptError = (message: string, lineno: number, colno: number): Event => {
  const error = Object.assign(new SyntaxError(message), { stack: `SyntaxError: ${message}` });
  return new ErrorEvent('error', { message: `Uncaught SyntaxError: ${message}`, lineno, colno, error });
};

const rejection = (reason: unknown): Event => Object.assign(new Event('unhandledrejection'), { reason });

describe('classifyErrorEvent', () => {
  it.each([
    ['<script src="/a.js"></script>', 'missing-chunk'],
    ['<link rel="stylesheet" href="/a.css">', 'missing-chunk'],
    ['<link rel="modulepreload" href="/a.js">', 'missing-chunk'],
    ['<link rel="prefetch" href="/a.js">', undefined],
    ['<img src="/a.png">', undefined],
  ])('takes a failed %s for %s', (html, kind) => {
    expect(classifyErrorEvent(failedElement(html))).toBe(kind);
  });

  it.each([
    ["Unexpected token '<'", 'Chromium'],
    ["expected expression, got '<'", 'Firefox'],
  ])('takes "%s" at the first character for an HTML page in place of a script (%s)', (message) => {
    expect(classifyErrorEvent(scriptError(message, 1, 1))).toBe('missing-chunk');
  });

  it.each([
    ["Unexpected token '<'", 1, 23],
    ["Unexpected token '<'", 2, 1],
    ["expected expression, got '<'", 2, 11],
    ["Unexpected token '}'", 1, 1],
    ['Unexpected end of input', 1, 1],
  ])('takes "%s" at %i:%i for a mistake in a script of our own', (message, line, column) => {
    expect(classifyErrorEvent(scriptError(message, line, column))).toBe('client');
  });

  it('tells the rest by what was thrown or rejected', () => {
    const chunk = new Error('Loading chunk 1 failed.');
    expect(classifyErrorEvent(rejection(chunk))).toBe('missing-chunk');
    expect(classifyErrorEvent(rejection(undefined))).toBe('client');
    expect(classifyErrorEvent(rejection(new DOMException('', 'AbortError')))).toBe('cancelled');
    expect(classifyErrorEvent(new ErrorEvent('error', { message: 'Uncaught', error: chunk }))).toBe(
      'missing-chunk',
    );
    expect(classifyErrorEvent(new ErrorEvent('error', { message: 'Script error.' }))).toBe('client');
  });

  it('takes them for offline while there is no network', () => {
    const options = { online: false };
    expect(classifyErrorEvent(failedElement('<script src="/a.js"></script>'), options)).toBe('offline');
    expect(classifyErrorEvent(scriptError("Unexpected token '<'", 1, 1), options)).toBe('offline');
    expect(classifyErrorEvent(scriptError("Unexpected token '<'", 2, 1), options)).toBe('client');
    expect(classifyErrorEvent(rejection(new TypeError('Failed to fetch')), options)).toBe('offline');
  });
});
