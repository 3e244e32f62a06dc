import type { Host } from '../src/host.ts';

export interface RecordedHost extends Host {
  /** The text printed to the standard output. */
  readonly out: () => string;
  /** The text printed to the standard error. */
  readonly err: () => string;
  /** The questions asked, in order. */
  readonly asked: readonly string[];
  /** The commands run, in order, each with its folder. */
  readonly ran: readonly (readonly [string, string])[];
}

interface Answers {
  readonly canAsk?: boolean;
  readonly isCi?: boolean;
  readonly hasColours?: boolean;
  readonly confirms?: boolean;
  readonly chooses?: readonly string[];
  readonly exitCode?: number;
}

/** A host that records output, questions and commands. By default nobody can be asked, and commands succeed. */
export function recordedHost(folder: string, answers: Answers = {}): RecordedHost {
  let out = '';
  let err = '';
  const asked: string[] = [];
  const ran: [string, string][] = [];
  return {
    folder,
    canAsk: answers.canAsk ?? false,
    isCi: answers.isCi ?? false,
    hasColours: answers.hasColours ?? false,
    print: (text) => void (out += text),
    warn: (text) => void (err += text),
    confirm: (question) => {
      asked.push(question);
      return Promise.resolve(answers.confirms ?? false);
    },
    choose: (question, names) => {
      asked.push(`${question} ${names.join(', ')}`);
      return Promise.resolve(answers.chooses ?? []);
    },
    run: (command, at) => {
      ran.push([command, at]);
      return answers.exitCode ?? 0;
    },
    out: () => out,
    err: () => err,
    asked,
    ran,
  };
}
