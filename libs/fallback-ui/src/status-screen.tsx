import type { ReactNode } from 'react';
import { FallbackScreen } from './fallback-screen.tsx';
import { CodeReference } from './references.tsx';
import type { StatusScreenProps } from './screen-props.ts';
import { classicTexts } from './texts/classic/en.ts';
import type { FallbackTexts } from './texts/fallback-texts.ts';

/** What 401, 403 and 404 have in common: a text of the pack, the status code, and the host's own actions behind the screen's. */
export function StatusScreen({
  status,
  name,
  actions,
  siteName,
  texts = classicTexts,
  nonce,
  as = 'main',
  showCode = true,
  children,
}: Omit<StatusScreenProps, 'homeHref'> & {
  status: 401 | 403 | 404;
  name: 'unauthorized' | 'forbidden' | 'notFound';
  actions: (labels: FallbackTexts['actions']) => ReactNode;
}) {
  return (
    <FallbackScreen
      as={as}
      texts={texts}
      screen={texts[name]}
      siteName={siteName}
      nonce={nonce}
      actions={
        <>
          {actions(texts.actions)}
          {children}
        </>
      }
      reference={showCode && <CodeReference code={status} texts={texts} />}
    />
  );
}
