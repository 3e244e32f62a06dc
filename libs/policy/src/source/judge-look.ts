import type { Look } from './policy-source.ts';
import { problemLine } from './problem-line.ts';
import { digestOf } from './signature.ts';
import type { WatchContext } from './watch-context.ts';

/** The meaning of a look. */
export type Outcome<T> =
  | { readonly kind: 'good'; readonly fresh?: Fresh<T> }
  | { readonly kind: 'refused'; readonly problem: string; readonly key: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'away'; readonly problem: string };

/** A good document that is not in force yet. */
export interface Fresh<T> {
  readonly document: T;
  readonly digest: string;
}

/** Checks the signature and the text. A text that has been judged before is not read again. */
export async function judgeLook<T>(context: WatchContext<T>, look: Look): Promise<Outcome<T>> {
  if (look.kind === 'same') return judgedBefore(context);
  if (look.kind === 'missing') {
    forgetJudged(context);
    return { kind: 'missing' };
  }
  const { bytes, signature, mark } = look;
  const digest = await digestOf(bytes);
  const key = `${digest}:${signature ?? '-'}`;
  if (key === context.judged?.key) return judgedBefore(context);
  forgetJudged(context);

  const unsigned = await signatureProblem(context, bytes, signature);
  if (unsigned !== undefined) {
    context.judged = { key, problem: unsigned };
    return judgedBefore(context);
  }
  // Not before the signature is right: it may follow later than the text.
  context.mark = mark;
  if (digest === context.held?.digest) {
    context.judged = { key };
    return { kind: 'good' };
  }
  try {
    const document = context.read(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    context.judged = { key };
    return { kind: 'good', fresh: { document, digest } };
  } catch (error) {
    context.judged = { key, problem: problemLine(error) };
    return judgedBefore(context);
  }
}

/** Forgets the result, so that the text is read in full and judged again. */
export function forgetJudged<T>(context: WatchContext<T>): void {
  context.judged = undefined;
  context.mark = undefined;
}

function judgedBefore<T>({ judged }: WatchContext<T>): Outcome<T> {
  if (judged?.problem === undefined) return { kind: 'good' };
  return { kind: 'refused', problem: judged.problem, key: judged.key };
}

async function signatureProblem<T>(
  { verify }: WatchContext<T>,
  bytes: Uint8Array,
  signature: string | undefined,
): Promise<string | undefined> {
  if (verify === undefined) return undefined;
  if (signature === undefined) return 'the document is not signed';
  return (await verify(bytes, signature)) ? undefined : 'the signature is not right for this text and key';
}
