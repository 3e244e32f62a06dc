import {
  ForbiddenScreen,
  NotFoundScreen,
  UnauthorizedScreen,
  type CaughtErrorProps,
} from '@adit/fallback-ui';
import { PageFault, useFallbackTexts } from '@adit/fallback-ui/client';
import { SITE_NAME as siteName } from '../built.ts';

interface ErrorScreenProps extends CaughtErrorProps {
  readonly reference: string | undefined;
}

/** The screen of an error in place of a page, in the visitor's language. */
export function ErrorScreen(props: ErrorScreenProps) {
  return <PageFault {...props} siteName={siteName} texts={useFallbackTexts()} />;
}

interface StatusScreenProps extends CaughtErrorProps {
  readonly status: 401 | 403 | 404;
}

/** The screen of a status in place of a page, in the visitor's language. */
export function StatusScreen({ status }: StatusScreenProps) {
  const props = { siteName, texts: useFallbackTexts() };
  switch (status) {
    case 401:
      return <UnauthorizedScreen {...props} />;
    case 403:
      return <ForbiddenScreen {...props} />;
    case 404:
      return <NotFoundScreen {...props} />;
  }
}
