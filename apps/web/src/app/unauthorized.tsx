import { UnauthorizedScreen } from '@adit/fallback-ui';
import { readTexts } from '../texts';

export default async function Unauthorized() {
  return <UnauthorizedScreen texts={await readTexts()} signInHref="/lab/sign-in" siteName="Adit" />;
}
