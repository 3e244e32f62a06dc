import type { Metadata, Viewport } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { MissingScriptScreen, NavigationProgress, DeferredRouterBridge } from '@adit/router/next';
import { serializeRuntimeConfig } from '@adit/monitoring-config';
import { monitoring } from '../monitoring/server';
import { readTexts } from '../texts';
import { PageOrOffline } from './page-or-offline';
import './global.css';

export const metadata: Metadata = {
  title: { default: 'Adit', template: '%s – Adit' },
  description: 'First-party monitoring, honest error screens and navigations that finish.',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reads the environment for each request, so that one build serves many environments.
  await connection();
  const buildId = monitoring.release ?? 'unknown';
  const { actions, dir, lang, update } = await readTexts();
  return (
    <html lang="en" data-monitoring={serializeRuntimeConfig(monitoring)}>
      <body>
        <MissingScriptScreen buildId={buildId}>
          <div className="lost" role="alert" lang={lang} dir={dir}>
            <p>{update.heading}</p>
            <a href="">{actions.update}</a>
          </div>
        </MissingScriptScreen>
        <header className="site-header">
          <div className="frame">
            <Link className="brand" href="/">
              <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
                <path d="M3 20v-7a9 9 0 0 1 18 0v7" />
                <path d="M8.5 20v-6a3.5 3.5 0 0 1 7 0v6" />
              </svg>
              Adit
            </Link>
            <nav aria-label="Main">
              <Link href="/">Overview</Link>
              <Link href="/lab">Lab</Link>
            </nav>
          </div>
        </header>
        <DeferredRouterBridge buildId={buildId}>
          <PageOrOffline>{children}</PageOrOffline>
          <NavigationProgress />
        </DeferredRouterBridge>
      </body>
    </html>
  );
}
