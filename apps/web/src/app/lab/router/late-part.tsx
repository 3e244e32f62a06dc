'use client';

import styles from './router-lab.module.css';

/** What is behind the button: reached only with the script of this document's own build. */
export default function LatePart({ build }: { build: string }) {
  return (
    <p className={styles.part} role="status">
      This part came in a script of its own, of {build}.
    </p>
  );
}
