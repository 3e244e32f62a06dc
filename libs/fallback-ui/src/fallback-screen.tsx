import type { ReactNode } from 'react';
import { documentTitle } from './document-title.ts';
import { FallbackStyle } from './fallback-style.tsx';
import { ScreenContent } from './screen-content.tsx';
import type { FallbackTexts, ScreenTexts } from './texts/fallback-texts.ts';

/** A screen inside a document of the host; React moves the title to that document's head. */
export function FallbackScreen({
  as,
  texts,
  screen,
  siteName,
  nonce,
  actions,
  reference,
}: {
  as: 'main' | 'div';
  texts: FallbackTexts;
  screen: ScreenTexts;
  siteName: string | undefined;
  nonce: string | undefined;
  actions: ReactNode;
  reference: ReactNode;
}) {
  return (
    <>
      <title>{documentTitle(screen.title, siteName)}</title>
      <FallbackStyle nonce={nonce} />
      <ScreenContent
        as={as}
        texts={texts}
        heading={screen.heading}
        explanation={screen.explanation}
        actions={actions}
        reference={reference}
      />
    </>
  );
}
