import { useState } from 'react';
import { classifyFault } from '../boundary/classify-fault.ts';
import type { FaultProps } from '../boundary/fault-boundary.ts';
import { shownReference } from '../digest.ts';
import { ErrorScreen, OfflineScreen, UpdateScreen } from '../screens.tsx';
import type { CaughtErrorProps, NestedScreenProps } from '../screen-props.ts';
import { texts as classicTexts } from '../texts/classic/en.ts';
import { withoutNulls } from '../without-nulls.ts';
import { documentNonce } from '../document-nonce.ts';
import { CopyReference } from './copy-reference.tsx';

/** Props of {@link PageFault}, from a boundary or from Next's `error.tsx`. */
export interface PageFaultProps
  extends CaughtErrorProps, NestedScreenProps, Partial<Pick<FaultProps, 'kind' | 'reference'>> {}

/**
 * The fallback for a whole page, from `<FaultBoundary fallback={PageFault}>` or from Next's `error.tsx`. Shows the offline,
 * update or error screen by the kind of the error, with the nonce of the page's scripts. To pass `texts` and `siteName`, render it from a component of your own.
 */
export function PageFault(props: PageFaultProps) {
  const { error, kind: known, retry, reset, texts = classicTexts, ...given } = withoutNulls(props);
  const screen = { ...given, nonce: given.nonce ?? documentNonce() };
  const reference = shownReference(screen.reference, error);
  // Once: an offline error stays one when the network returns.
  const [classified] = useState(() => classifyFault(error));
  switch (known ?? classified) {
    case 'offline':
      return <OfflineScreen {...screen} texts={texts} retry={retry} reset={reset} />;
    case 'skew':
    case 'missing-chunk':
      return <UpdateScreen {...screen} texts={texts} moveFocus />;
    default:
      return (
        <ErrorScreen
          {...screen}
          texts={texts}
          error={error}
          retry={retry}
          reset={reset}
          reference={reference}
          referenceAction={reference && <CopyReference value={reference} texts={texts} />}
        />
      );
  }
}
