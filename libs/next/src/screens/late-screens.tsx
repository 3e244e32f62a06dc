// A separate chunk: what a page shows only after a fault.
import {
  ForbiddenScreen,
  GlobalErrorScreen,
  NotFoundScreen,
  OfflineScreen,
  serverDigest,
  UnauthorizedScreen,
  type CaughtErrorProps,
  type FallbackTexts,
} from '@adit/fallback-ui';
import { CopyReference, PageFault, preloadFallbackTexts, useFallbackTexts } from '@adit/fallback-ui/client';
import { documentNonce } from '@adit/fallback-ui/deferred';
import type { OfflineNavigation, UnsentAction } from '@adit/router/next';
import { useLayoutEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { INITIAL_TEXTS, withOwnTexts } from './own-texts.ts';
import { LANGUAGE, LINKS } from './screen-links.ts';
import { useCaughtError } from './use-caught-error.ts';
import { wantedLanguage } from './wanted-language.ts';

/** Until the texts have arrived. */
const NO_TEXTS = {} as FallbackTexts;

// Early, while the network still works.
preloadFallbackTexts(LANGUAGE);

/** The texts in the visitor's language, including those of `adit.config`. */
function useTexts(initial = INITIAL_TEXTS): FallbackTexts {
  const texts = useFallbackTexts({ ...LANGUAGE, initial });
  // Read once, because a screen changes the language of the document.
  const [wanted] = useState(wantedLanguage);
  return useMemo(() => (texts === NO_TEXTS ? texts : withOwnTexts(texts, wanted)), [texts, wanted]);
}

interface LateErrorScreenProps extends CaughtErrorProps {
  /** Shown in place of the digest. Default none. */
  readonly reference?: string | undefined;
}

/** The screen of an error: error, offline or update, by the kind of the fault. */
export function LateErrorScreen(props: LateErrorScreenProps) {
  return <PageFault {...props} {...LINKS} texts={useTexts()} />;
}

/** The content of `error.tsx`: the screen, unless the page is being reloaded. */
export function LateErrorPage(props: CaughtErrorProps) {
  const { recovery, reference } = useCaughtError(props.error);
  return recovery === 'recovering' ? (
    <main aria-busy="true" />
  ) : (
    <LateErrorScreen {...props} reference={reference} />
  );
}

/** The content of `global-error.tsx`, with its own document. */
export function LateGlobalErrorPage(props: CaughtErrorProps) {
  const { recovery, reference } = useCaughtError(props.error);
  return recovery === 'recovering' ? (
    <html lang="en">
      <body aria-busy="true" />
    </html>
  ) : (
    <LateGlobalErrorScreen {...props} reference={reference} />
  );
}

function LateGlobalErrorScreen(props: LateErrorScreenProps) {
  const texts = useTexts();
  const shown = props.reference ?? serverDigest(props.error);
  return (
    <GlobalErrorScreen
      {...props}
      {...LINKS}
      nonce={documentNonce()}
      texts={texts}
      referenceAction={shown && <CopyReference value={shown} texts={texts} />}
    />
  );
}

/** The screen while a navigation or a sent form waits for the network. */
export function LateOfflineScreen({ isAction, retry, back }: Omit<OfflineNavigation, 'target'>) {
  const texts = useTexts();
  const { offline } = texts;
  const words = isAction ? { ...texts, offline: { ...offline, impact: offline.held } } : texts;
  // A link would leave the page, and with it what was typed.
  const links = isAction ? { siteName: LINKS.siteName } : LINKS;
  // It takes the place of the bare screen, whose heading had the focus.
  useLayoutEffect(() => document.querySelector<HTMLElement>('dialog h1')?.focus(), []);
  return (
    <OfflineScreen {...links} nonce={documentNonce()} texts={words} retry={retry}>
      <button type="button" className="adit-fallback-action" onClick={back}>
        {texts.actions.back}
      </button>
    </OfflineScreen>
  );
}

/** React applies these through the CSSOM, which a content security policy does not restrict. */
const NOTICE: CSSProperties = {
  position: 'fixed',
  insetBlockEnd: '1rem',
  insetInlineStart: '1rem',
  zIndex: 2_147_483_647,
  boxSizing: 'border-box',
  maxWidth: 'min(26rem, calc(100vw - 2rem))',
  padding: '.75rem 1rem',
  border: '1px solid',
  borderRadius: '.375rem',
  background: 'Canvas',
  color: 'CanvasText',
  font: '1rem/1.5 system-ui, sans-serif',
};

/** Says that the page is a new one, and that the visitor has to send the form again. */
export function LateUnsentNotice({ dismiss }: UnsentAction) {
  const { lang, dir, update, actions } = useTexts();
  return (
    <div lang={lang} dir={dir} style={NOTICE}>
      <strong>{update.heading}</strong>
      <p style={{ margin: '.25rem 0 .5rem' }}>{update.sendAgain}</p>
      <button type="button" onClick={dismiss} style={{ font: 'inherit', minHeight: 24 }}>
        {actions.close}
      </button>
    </div>
  );
}

const STATUS_SCREENS = {
  notFound: NotFoundScreen,
  forbidden: ForbiddenScreen,
  unauthorized: UnauthorizedScreen,
};

/** Props of {@link LateStatusScreen}. */
export interface LateStatusScreenProps extends CaughtErrorProps {
  readonly name: keyof typeof STATUS_SCREENS;
  /** The language of `children`. */
  readonly lang: string;
  /** The screen as the server rendered it. */
  readonly children: ReactNode;
}

/**
 * The screen of a status in the visitor's language. Shows `children` if that is their language, and until its texts
 * have arrived.
 */
export function LateStatusScreen(props: LateStatusScreenProps) {
  const [isWanted] = useState(() => wantedLanguage().toLowerCase().startsWith(props.lang));
  return isWanted ? props.children : <TranslatedScreen {...props} />;
}

function TranslatedScreen({ name, children }: LateStatusScreenProps) {
  const texts = useTexts(NO_TEXTS);
  const Screen = STATUS_SCREENS[name];
  return texts === NO_TEXTS ? children : <Screen {...LINKS} nonce={documentNonce()} texts={texts} />;
}
