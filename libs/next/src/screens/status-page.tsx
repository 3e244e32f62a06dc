import { describeScreen, ForbiddenScreen, NotFoundScreen, UnauthorizedScreen } from '@adit/fallback-ui';
import { InVisitorsLanguage, ScreenStyle } from './in-visitors-language.tsx';
import { INITIAL_TEXTS } from './own-texts.ts';
import { LINKS } from './screen-links.ts';

const SCREENS = { notFound: NotFoundScreen, forbidden: ForbiddenScreen, unauthorized: UnauthorizedScreen };

/**
 * The page of a status. It does not read the request, because Next renders it with every page of the application, and
 * those must stay static.
 */
export function StatusPage({ name }: { name: keyof typeof SCREENS }) {
  const Screen = SCREENS[name];
  return (
    <InVisitorsLanguage name={name} lang={INITIAL_TEXTS.lang}>
      <Screen {...LINKS} texts={INITIAL_TEXTS} styles={<ScreenStyle />} />
    </InVisitorsLanguage>
  );
}

/** Next writes the layout's title into the document as well as the screen's own, and the first one counts. */
export const statusMetadata = (name: keyof typeof SCREENS): { title: string } => ({
  title: describeScreen(name, { texts: INITIAL_TEXTS }).title,
});
