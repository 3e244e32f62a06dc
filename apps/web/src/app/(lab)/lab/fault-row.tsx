import Link from 'next/link';
import { redirectFromServer } from './actions';
import type { Fault } from './faults';
import type { FaultRun } from './journal';
import { raiseFault, simulateDeployment } from './raise-fault';
import { Verdicts } from './verdicts';

interface FaultRowProps {
  fault: Fault;
  run: FaultRun | undefined;
  onBegin: (faultId: string) => void;
}

/** One fault: its description, the control that raises it, and monitoring's last reaction. */
export function FaultRow({ fault, run, onBegin }: FaultRowProps) {
  return (
    <li className="fault" id={fault.id}>
      <div>
        <h3>{fault.title}</h3>
        <p>{fault.what}</p>
      </div>
      <FaultControl fault={fault} onBegin={onBegin} />
      <Verdicts run={run} silence={fault.silence} />
    </li>
  );
}

function FaultControl({ fault, onBegin }: Pick<FaultRowProps, 'fault' | 'onBegin'>) {
  const { action, id, title } = fault;
  const begin = () => onBegin(id);
  switch (action.kind) {
    case 'run':
      return (
        <button
          type="button"
          className="button"
          onClick={() => {
            begin();
            raiseFault(id);
          }}
        >
          {action.label}
        </button>
      );
    case 'visit':
      return (
        <Link
          className="button"
          href={action.href}
          prefetch={false}
          onClick={() => {
            begin();
            if (action.afterDeployment) simulateDeployment();
          }}
        >
          Visit<span className="visually-hidden"> {title}</span>
        </Link>
      );
    case 'redirect':
      return (
        <form action={redirectFromServer} onSubmit={begin}>
          <input type="hidden" name="history" value={action.history} />
          <button type="submit" className="button">
            Redirect<span className="visually-hidden">: {title}</span>
          </button>
        </form>
      );
  }
}
