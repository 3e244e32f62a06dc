import type { ReactNode } from 'react';
import type { FallbackTexts } from './texts/fallback-texts.ts';

/** The visible part of a screen, which names its own language: the host's document may be in another one. */
export function ScreenContent({
  as: Landmark,
  texts: { lang, dir },
  heading,
  lead,
  explanation,
  actions,
  reference,
}: {
  as: 'main' | 'div';
  texts: FallbackTexts;
  heading: string;
  lead?: string;
  explanation: string;
  actions: ReactNode;
  reference?: ReactNode;
}) {
  return (
    <Landmark className="adit-fallback" lang={lang} dir={dir}>
      <div className="adit-fallback-panel">
        <h1 className="adit-fallback-heading">{heading}</h1>
        {lead !== undefined && <p className="adit-fallback-text adit-fallback-text-lead">{lead}</p>}
        <p className="adit-fallback-text">{explanation}</p>
        <div className="adit-fallback-actions">{actions}</div>
        {reference}
      </div>
    </Landmark>
  );
}
