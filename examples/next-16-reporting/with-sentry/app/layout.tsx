import type { ReactNode } from 'react';
import { BreaksLayout } from './breaks-layout';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <BreaksLayout />
      </body>
    </html>
  );
}
