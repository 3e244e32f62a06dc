'use client';

import type { FallbackTexts } from '@adit/fallback-ui';
import type { OfflineNavigation } from '@adit/router/next';

/** The words of the offline screen in the site's language, which the server's page has: without a network, no others can come. */
export interface OfflineWords extends Pick<FallbackTexts, 'lang' | 'dir'> {
  readonly heading: string;
  readonly advice: string;
  /** In place of `advice` while a form waits to be sent. */
  readonly held: string;
  readonly retry: string;
  readonly back: string;
}

/** Props of {@link BareOffline}, and of the screen that takes its place. */
export interface OfflineScreenProps extends Pick<OfflineNavigation, 'isAction' | 'retry' | 'back'> {
  readonly words: OfflineWords;
}

/** The offline screen until the whole one has loaded: two sentences and two actions, in a style that needs no sheet. */
export function BareOffline({ words, isAction, retry, back }: OfflineScreenProps) {
  const { lang, dir, heading, advice } = words;
  return (
    <main
      role="alert"
      lang={lang}
      dir={dir}
      // React sets it through the CSSOM, because no server renders it.
      style={{ padding: '2rem', fontFamily: 'system-ui, sans-serif', maxWidth: '40rem', margin: 'auto' }}
    >
      <title>{heading}</title>
      <h1 tabIndex={-1} style={{ outline: 'none' }}>
        {heading}
      </h1>
      <p>{isAction ? words.held : advice}</p>
      <p>
        <button type="button" onClick={retry}>
          {words.retry}
        </button>{' '}
        <button type="button" onClick={back}>
          {words.back}
        </button>
      </p>
    </main>
  );
}
