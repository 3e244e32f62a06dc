import { AditRoot } from '@adit/next/root';
import type { ReactNode } from 'react';
import { BreaksLayout } from './breaks-layout';

export const metadata = { title: 'Reporting' };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <AditRoot>{children}</AditRoot>
        <BreaksLayout />
      </body>
    </html>
  );
}
