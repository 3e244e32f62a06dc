import type { FaultProps } from '../boundary/fault-boundary.ts';
import { shownReference, wordsAround } from '../digest.ts';
import { texts as classicTexts } from '../texts/classic/en.ts';
import type { FallbackTexts } from '../texts/fallback-texts.ts';
import { withoutNulls } from '../without-nulls.ts';
import { documentNonce } from '../document-nonce.ts';
import { CopyReference } from './copy-reference.tsx';
import { inlineCss } from './inline-style.ts';

/** Props of {@link InlineFault}, besides those from the boundary. */
export interface InlineFaultProps extends FaultProps {
  /** Default `classicTexts`. */
  readonly texts?: FallbackTexts | undefined;
  /** Nonce of the style element, for a content security policy that asks for one. Default that of the page's scripts. */
  readonly nonce?: string | undefined;
}

/** The sentences for each kind of error. */
const WORDS = {
  offline: 'offline',
  skew: 'update',
  'missing-chunk': 'update',
  server: 'inlineError',
  client: 'inlineError',
} as const;

/**
 * The fallback for a part of a page: `<FaultBoundary fallback={InlineFault}>`. To pass `texts`, render it from a component
 * of your own. It is announced, and does not move the focus.
 */
export function InlineFault(props: InlineFaultProps) {
  const { error, kind, retry, texts = classicTexts, nonce = documentNonce() } = withoutNulls(props);
  const reference = shownReference(props.reference, error);
  const words = (WORDS as Partial<typeof WORDS>)[kind] ?? 'inlineError';
  const { heading } = texts[words];
  const advice = words === 'update' ? texts.update.adviceInPart : texts[words].advice;
  const [before, after] = wordsAround(reference, error, texts);
  return (
    <div className="adit-fallback-inline" lang={texts.lang} dir={texts.dir}>
      <style nonce={nonce}>{inlineCss}</style>
      {/* Only around the texts: screen readers repeat a whole alert if anything in it changes, such as the copy status. */}
      <p className="adit-fallback-inline-text" role="alert">
        <strong>{heading}</strong> {advice}
      </p>
      <div className="adit-fallback-inline-actions">
        {words === 'update' ? (
          // An empty address is this page with its query. A new render could not load the missing chunk.
          <a className="adit-fallback-action" href="">
            {texts.actions.update}
          </a>
        ) : (
          <button
            className="adit-fallback-action adit-fallback-scripted"
            type="button"
            onClick={() => retry()}
          >
            {texts.actions.retry}
          </button>
        )}
      </div>
      {reference && (
        <p className="adit-fallback-inline-reference">
          {before}
          <bdi>{reference}</bdi>
          {after}
          <CopyReference value={reference} texts={texts} />
        </p>
      )}
    </div>
  );
}
