import { AditRoot } from '@adit/next/root';
import type { ReactNode } from 'react';

export const metadata = { title: { default: 'Shop', template: '%s – Shop' } };

interface LayoutProps {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

export default async function RootLayout({ children, params }: LayoutProps) {
  const { locale } = await params;
  return (
    <html lang={locale}>
      <body>
        <header>Shop</header>
        <AditRoot>{children}</AditRoot>
      </body>
    </html>
  );
}
