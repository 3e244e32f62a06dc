import { ForbiddenScreen } from '@adit/fallback-ui';

export default function Forbidden() {
  return <ForbiddenScreen siteName="Adit" />;
}
