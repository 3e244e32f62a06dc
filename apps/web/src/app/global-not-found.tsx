import { NotFoundScreen } from '@adit/fallback-ui';
import { readTexts } from '../texts';
import { SiteDocument } from './site-document';

/**
 * The page for unknown addresses, in the language of the request. It is separate from other pages, which stay static;
 * Next renders `not-found.tsx` with each page. The screen sets the title.
 */
export default async function GlobalNotFound() {
  return (
    <SiteDocument>
      <NotFoundScreen texts={await readTexts()} siteName="Adit" />
    </SiteDocument>
  );
}
