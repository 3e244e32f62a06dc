/** Records the messages of Sentry's build steps about an upload. */
export interface UploadWatch {
  /** The messages so far. */
  read(): Said;
  /** Restores the console. */
  stop(): void;
}

export type Said =
  | { readonly kind: 'uploaded' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'nothing' };

type Console = Pick<globalThis.Console, 'info' | 'warn' | 'error'>;

/**
 * For example `[@sentry/nextjs - Client] Info: Successfully …`: webpack has one step each for browser, server and edge.
 */
const LINE = /^\[@sentry\/nextjs - ([^\]]+)\] (Info|Warning|Error): (.*)/s;
const IS_UPLOADED = /^Successfully uploaded source maps/;
const IS_MISSED =
  /(?:no source maps (?:were|found)|Will not upload source maps|Didn't find any matching sources)/i;

/**
 * Reads the console output of Sentry's build steps, the only place where they report the result of an upload. A step
 * that reports success has uploaded, even after an error, which then concerns the release.
 */
export function watchUpload(console: Console): UploadWatch {
  const uploaded = new Set<string>();
  const failed = new Map<string, string>();

  const hear = ([line, ...rest]: readonly unknown[]): void => {
    const [, step, level, text = ''] = (typeof line === 'string' && LINE.exec(line)) || [];
    if (step === undefined) return;
    if (level === 'Info' && IS_UPLOADED.test(text)) uploaded.add(step);
    if (level === 'Warning' && IS_MISSED.test(text)) failed.set(step, firstLine(text));
    if (level === 'Error') failed.set(step, reasonOf(rest) ?? firstLine(text));
  };

  const levels = ['info', 'warn', 'error'] as const;
  const own = levels.map((level) => [level, console[level]] as const);
  for (const [level, write] of own)
    console[level] = (...values: unknown[]) => {
      hear(values);
      write.apply(console, values);
    };

  return {
    read() {
      const [reason] = [...failed].flatMap(([step, text]) => (uploaded.has(step) ? [] : [text]));
      if (reason !== undefined) return { kind: 'failed', reason };
      return { kind: uploaded.size > 0 ? 'uploaded' : 'nothing' };
    },
    stop() {
      for (const [level, write] of own) console[level] = write;
    },
  };
}

const reasonOf = (values: readonly unknown[]): string | undefined =>
  values.flatMap((value) => (value instanceof Error && value.message ? [firstLine(value.message)] : []))[0];

const firstLine = (text: string): string =>
  (text.split('\n')[0] ?? '').trim().replace(/\.$/, '').slice(0, 300);
