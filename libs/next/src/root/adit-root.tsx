import { MissingChunkScreen } from '@adit/router/next/missing-chunk-screen';
import type { ReactNode } from 'react';
import { adit } from '../adit-config.ts';
import { BUILD_ID } from '../built-values.ts';
import { checkOptions } from '../check-options.ts';
import { INITIAL_TEXTS } from '../screens/own-texts.ts';
import { ClientRoot } from './client-root.tsx';
import { ScreenNonce } from '../screens/screen-nonce.tsx';

// An invalid option ends `next build`, which loads the root layout. A running server continues: its log has the same
// line.
if (process.env.NODE_ENV !== 'production' || process.env.NEXT_PHASE === 'phase-production-build')
  checkOptions(adit);

/** Props of {@link AditRoot}. */
export interface AditRootProps {
  readonly children: ReactNode;
  /** Nonce of the inline script and of the screens' styles, for a content security policy. Default none. */
  readonly nonce?: string | undefined;
}

/**
 * For the body of the root layout, around the page: recovers pages whose scripts are missing, gives navigations a
 * deadline, and shows the offline screen. It adds no element to the body, and does not read the request.
 */
export function AditRoot({ children, nonce }: AditRootProps): ReactNode {
  if (adit.router === false) return <ScreenNonce nonce={nonce}>{children}</ScreenNonce>;
  const { actions, dir, lang, offline, update } = INITIAL_TEXTS;
  const { retry, back } = actions;
  return (
    <>
      <MissingChunkScreen buildId={BUILD_ID} nonce={nonce}>
        <div className="adit-lost" role="alert" lang={lang} dir={dir}>
          <p>{update.heading}</p>
          <a href="">{actions.update}</a>
        </div>
      </MissingChunkScreen>
      <ClientRoot
        nonce={nonce}
        offline={{
          lang,
          dir,
          heading: offline.heading,
          advice: offline.advice,
          held: offline.held,
          retry,
          back,
        }}
      >
        {children}
      </ClientRoot>
    </>
  );
}
