/** The answer of a tunnel that serves settings. */
export interface SettingsAnswer {
  /** The server's settings, as JSON. `undefined` if it has no tunnel. */
  readonly settings: string | undefined;
  /**
   * Whether cookies were sent: only if the tunnel did not answer without them, as behind a sign-in proxy. Envelopes are
   * sent in the same way.
   */
  readonly credentials: 'omit' | 'same-origin';
}

const CREDENTIALS = ['omit', 'same-origin'] as const;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/**
 * An answer may take ten times the following delay. A server that accepts and does not answer is not a tunnel, but a
 * slow network may lead to one.
 */
const PATIENCE = 10;
/** A server may answer 404 until its instrumentation has started. */
const TRIES_FOR_404 = 4;

/**
 * Requests the settings from the tunnel until it answers: at once, after 1, 2, 4 … seconds, and when the browser is
 * online or the page is visible again. Answers of others are ignored: of a sign-in proxy, a captive portal, or a host
 * with one page for all addresses. A request without an answer ends after 10, 20, 40 … seconds. Until then errors wait,
 * and are sent by beacon if the page is left. The first failure writes a line to the console.
 * @param address the tunnel path, or the address of a tunnel of another origin
 */
export async function fetchSettings(address: string): Promise<SettingsAnswer> {
  for (let tries = 1, delayMs = FIRST_DELAY_MS; ; tries += 1, delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    let said: unknown;
    for (const credentials of CREDENTIALS) {
      try {
        const [{ headers, ok, status }, text] = await ask(address, credentials, PATIENCE * delayMs);
        if (ok && headers.get('content-type')?.includes('json') && isSettings(text))
          return { settings: text, credentials };
        said = status;
      } catch (error) {
        said = error;
      }
    }
    if (said === 404 && tries >= TRIES_FOR_404) {
      say(address, `${said}: errors of this page are lost`);
      return { settings: undefined, credentials: 'omit' };
    }
    if (said !== 404 && tries === 1)
      say(address, `${String(said)}, which is not the tunnel: errors wait for it`);
    await passed(delayMs);
  }
}

async function ask(address: string, credentials: RequestCredentials, timeoutMs: number) {
  const over = new AbortController();
  setTimeout(() => over.abort('nothing'), timeoutMs);
  const response = await fetch(address, { credentials, signal: over.signal });
  return [response, await response.text()] as const;
}

/** Whether the text is a JSON object with a DSN or an environment, as every tunnel sends. */
function isSettings(text: string): boolean {
  try {
    const { dsn, environment } = JSON.parse(text) as { dsn?: unknown; environment?: unknown };
    return Boolean(dsn ?? environment);
  } catch {
    return false;
  }
}

// eslint-disable-next-line no-console -- for the page's author: monitoring cannot say it
const say = (address: string, what: string): void => console.warn(`Adit: ${address} answers ${what}.`);

/** Waits for this time, or until the browser is online or the page is visible. */
async function passed(delayMs: number): Promise<void> {
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    setTimeout(resolve, delayMs);
    const seen = (): unknown => document.hidden || resolve();
    // The controller has a `signal`, so the listeners take it as their options.
    addEventListener('online', seen, over);
    document.addEventListener('visibilitychange', seen, over);
  });
  over.abort();
}
