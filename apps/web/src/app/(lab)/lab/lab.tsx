'use client';

import { FaultRow } from './fault-row';
import type { FAULT_SECTIONS } from './faults';
import { useJournal } from './use-journal';

/** The faults by section, each with the outcomes that followed it. */
export function Lab({ sections }: { sections: typeof FAULT_SECTIONS }) {
  const { runs, begin } = useJournal();
  return sections.map(({ title, faults }) => (
    <section key={title} aria-label={title}>
      <h2>{title}</h2>
      <ul className="panel faults">
        {faults.map((fault) => (
          <FaultRow key={fault.id} fault={fault} run={runs.get(fault.id)} onBegin={begin} />
        ))}
      </ul>
    </section>
  ));
}
