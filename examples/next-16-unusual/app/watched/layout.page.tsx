import type { ReactNode } from 'react';
import { Visits } from './visits';

export default function WatchedLayout({ children }: { children: ReactNode }) {
  return (
    <main>
      <Visits />
      {children}
    </main>
  );
}
