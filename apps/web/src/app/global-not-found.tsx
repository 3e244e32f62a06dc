import { NotFoundScreen } from '@adit/fallback-ui';
import { readTexts } from '../texts';
import { SiteDocument } from './site-document';

/**
 * The page of an unknown address, in the language of the request. It belongs to no other page, which stays static. Next
 * draws `not-found.tsx` with each page. The screen brings the title.
 */
export default async function GlobalNotFound() {
  return (
    <SiteDocument>
      <NotFoundScreen texts={await readTexts()} siteName="Adit" />
    </SiteDocument>
  );
}
