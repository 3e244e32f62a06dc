// The actions of a tutorial's reader, in order, parsed from the page.

/** A fence with its language and text, or a sentence that requests an action. */
const PARTS =
  /^```(?<language>\w+)\n(?<code>[\s\S]*?)^```$|^## (?<step>.+)$|Open <(?<open>http[^>]+)>|Press “(?<press>[^”]+)”|[Yy]ou see “(?<seen>[^”]+)”|[Ss]top the terminal “(?<stop>[^”]+)”|in the terminal “(?<look>[^”]+)”|in the console of the page: `(?<typed>[^`]+)`|the event “(?<event>[^”]+)” in Sentry/gm;

const TERMINAL = /^# terminal (\w+)\n/;
const FILE = /^(?:\/\/|#) (\S+\.\w+)(?::.*)?\n/;

function readFence(language, code, look) {
  if (language === 'text') return { kind: 'printed', terminal: look, lines: code.trimEnd().split('\n') };
  const terminal = TERMINAL.exec(code)?.[1];
  if (language === 'sh')
    return { kind: terminal ? 'start' : 'run', terminal, commands: code.replace(TERMINAL, '') };
  const path = FILE.exec(code)?.[1];
  if (path === undefined) throw new Error(`a fence of ${language} names no file in its first line:\n${code}`);
  return { kind: 'write', path, text: code };
}

/**
 * Reads the steps of a page: `{ title, actions }`. A text fence is the output of the terminal that the words before it
 * name, else of the one that was started or typed into last. A fence of another language begins with a comment with its
 * path.
 * @throws Error for a fence that names no file
 */
export function readSteps(markdown) {
  const steps = [];
  /** The terminal of the next text fence; undefined is the terminal for single commands. */
  let look;
  for (const { groups } of markdown.matchAll(PARTS)) {
    const { language, code, step, open, press, seen, stop, typed, event } = groups;
    if (step !== undefined) {
      steps.push({ title: step, actions: [] });
      look = undefined;
    }
    const actions = steps.at(-1)?.actions;
    if (actions === undefined) continue;
    if (language !== undefined) {
      const action = readFence(language, code, look);
      actions.push(action);
      if (action.kind === 'start' || action.kind === 'run') look = action.terminal;
    } else if (open !== undefined) actions.push({ kind: 'open', url: open });
    else if (press !== undefined) actions.push({ kind: 'press', label: press });
    else if (seen !== undefined) actions.push({ kind: 'shown', text: seen });
    else if (stop !== undefined) actions.push({ kind: 'stop', terminal: stop });
    else if (typed !== undefined) actions.push({ kind: 'type', code: typed });
    else if (event !== undefined) actions.push({ kind: 'arrived', event });
    else if (groups.look !== undefined) look = groups.look;
  }
  return steps.filter(({ actions }) => actions.length > 0);
}

/** The steps of a reader who does not write the file. */
export const withoutFile = (steps, path) =>
  steps.map(({ title, actions }) => ({ title, actions: actions.filter((action) => action.path !== path) }));

/** A quick-start page as one step, up to its next section, with the DSN of a receiver instead of Sentry's. */
export const startOf = (markdown, dsn) =>
  markdown
    .split(/^## /m)[0]
    .replace(/^# /, '## ')
    .replace(/https:\/\/\S+@o450\.ingest\.sentry\.io\/4509/g, dsn);

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the printed text contains all lines in order. `…` matches anything within a line. */
export function hasLines(printed, lines) {
  const patterns = lines.map((line) => line.trim().split('…').map(escape).join('.+'));
  return new RegExp(patterns.join('[\\s\\S]*')).test(printed);
}

/** The text with each port replaced, where it is a separate number. */
export function withPorts(text, ports) {
  return text.replace(/\b\d{4}\b/g, (number) => ports[number] ?? number);
}
