import { AditRoot } from '@adit/next/root';
import type { ReactNode } from 'react';
import { BreaksLayout } from './breaks-layout';

export const metadata = { title: { default: 'Shop', template: '%s – Shop' } };

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
