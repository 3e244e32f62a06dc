import { ForbiddenScreen } from '@adit/fallback-ui';
import { readTexts } from '../texts';

export default async function Forbidden() {
  return <ForbiddenScreen texts={await readTexts()} siteName="Adit" />;
}
