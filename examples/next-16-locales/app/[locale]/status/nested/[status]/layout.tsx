import type { ReactNode } from 'react';

export default function NestedLayout({ children }: { children: ReactNode }) {
  return <section>{children}</section>;
}
