import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { SiteDocument } from './site-document';

export const metadata: Metadata = {
  title: { default: 'Adit', template: '%s – Adit' },
  description: 'First-party monitoring, honest error screens and navigations that finish.',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default function RootLayout({ children }: { children: ReactNode }) {
  return <SiteDocument>{children}</SiteDocument>;
}
