import styles from './router-lab.module.css';
import { setupHref, type NetworkMode, type PrefetchMode, type Setup } from './setup';

const PREFETCH: readonly { mode: PrefetchMode; label: string }[] = [
  { mode: 'governed', label: 'Governed' },
  { mode: 'next', label: 'Next by itself' },
  { mode: 'off', label: 'Kill switch' },
];

const NETWORK: readonly { mode: NetworkMode; label: string }[] = [
  { mode: 'real', label: 'As it is' },
  { mode: 'save-data', label: 'Save-Data' },
  { mode: 'slow', label: 'Slow (3g)' },
];

/** Chooses an arrangement. Each is a link that loads a document: the page begins anew, with an empty cache. */
export function Switchboard({ setup }: { setup: Setup }) {
  return (
    <nav className={styles.switchboard} aria-label="Arrangement of the demonstration">
      <Choice
        title="Prefetching"
        choices={PREFETCH.map(({ mode, label }) => ({
          label,
          href: setupHref({ ...setup, prefetch: mode }),
          isCurrent: setup.prefetch === mode,
        }))}
      />
      <Choice
        title="Network"
        choices={NETWORK.map(({ mode, label }) => ({
          label,
          href: setupHref({ ...setup, network: mode }),
          isCurrent: setup.network === mode,
        }))}
      />
    </nav>
  );
}

interface ChoiceProps {
  title: string;
  choices: readonly { label: string; href: string; isCurrent: boolean }[];
}

function Choice({ title, choices }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{title}</span>
      <ul aria-label={title}>
        {choices.map(({ label, href, isCurrent }) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
