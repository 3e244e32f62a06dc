import { fillText, type FallbackTexts } from './texts/fallback-texts.ts';

/** The status code, for those who search for it or quote it. */
export function CodeReference({ code, texts }: { code: number; texts: FallbackTexts }) {
  return <p className="adit-fallback-reference">{fillText(texts.code, 'code', String(code))}</p>;
}

/** The digest, as text that one click selects: the clipboard is denied in insecure contexts. */
export function DigestReference({ digest, texts }: { digest: string; texts: FallbackTexts }) {
  return (
    <p className="adit-fallback-reference adit-fallback-digest">{fillText(texts.digest, 'digest', digest)}</p>
  );
}
