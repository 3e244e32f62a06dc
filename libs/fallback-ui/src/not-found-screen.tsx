import { LinkAction } from './actions.tsx';
import { FallbackScreen } from './fallback-screen.tsx';
import { CodeReference } from './references.tsx';
import type { StatusScreenProps } from './screen-props.ts';
import { classicTexts } from './texts/classic/en.ts';

/** The screen for 404: there is nothing at this address. A pure component: no hooks, no event handlers, no client JavaScript. */
export function NotFoundScreen({
  homeHref = '/',
  siteName,
  texts = classicTexts,
  nonce,
  as = 'main',
  showCode = true,
  children,
}: StatusScreenProps) {
  return (
    <FallbackScreen
      as={as}
      texts={texts}
      screen={texts.notFound}
      siteName={siteName}
      nonce={nonce}
      actions={
        <>
          <LinkAction href={homeHref} label={texts.actions.home} emphasis="primary" />
          {children}
        </>
      }
      reference={showCode && <CodeReference code={404} texts={texts} />}
    />
  );
}
