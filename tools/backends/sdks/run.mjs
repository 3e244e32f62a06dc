// Official SDKs of other languages, through the API door of the tunnel server.
import { openDoor } from './door.mjs';
import { POLICY, tryAll, tryLimit, tryOutage, tryPolicy } from './scenarios.mjs';
import { SDKS } from './sdks.mjs';

/** The kinds that are columns of the table. */
const COLUMNS = ['error', 'session', 'transaction', 'log', 'check-in', 'replay', 'attachment'];

const NOT_SENT = 'not by this SDK';

function fillCells(report, title, { sent, arrived }) {
  for (const column of COLUMNS)
    report.cell(title, column, sent[column] ? `${arrived[column]} of ${sent[column]}` : NOT_SENT);
}

async function trySdk(report, sdk) {
  const { title } = sdk;
  const door = await openDoor(sdk.policy);
  try {
    await report.check(`${title}: all that it sends arrives byte for byte`, async () => {
      const { counts, codings } = await tryAll(door, sdk);
      fillCells(report, title, counts);
      const found = Object.entries(counts.arrived).map(([kind, count]) => `${count} ${kind}`);
      console.log(`  ${title}: ${found.join(', ')}; ${codings.join(', ')}`);
    });
    await report.check(`${title}: loses nothing in an outage`, () => tryOutage(door, sdk), [title, 'outage']);
    if (sdk.hasNoMemory) report.cell(title, 'limit', 'each event is a process of its own');
    else await report.check(`${title}: obeys a limit`, () => tryLimit(door, sdk), [title, 'limit']);
  } finally {
    await door.close();
  }
  const judging = await openDoor(POLICY);
  try {
    await report.check(`${title}: a policy drops and changes what it sends`, () => tryPolicy(judging, sdk), [
      title,
      'policy',
    ]);
  } finally {
    await judging.close();
  }
}

/** Tries all SDKs, or those with these names. */
export async function run({ report, names = [] }) {
  const unknown = names.find((name) => !SDKS.some((sdk) => sdk.name === name));
  if (unknown !== undefined)
    throw new RangeError(`No SDK "${unknown}": use ${SDKS.map(({ name }) => name).join(', ')}.`);
  const asked = SDKS.filter(({ name }) => names.length === 0 || names.includes(name));
  // Registries are slow and processors are fast: all are installed concurrently, then tried one by one.
  const ready = await Promise.all(asked.map(async (sdk) => ({ ...sdk, ...(await sdk.prepare()) })));
  for (const sdk of ready) {
    if (sdk.problem === undefined) await trySdk(report, sdk);
    else report.skip(sdk.title, sdk.problem, [sdk.title, 'error']);
  }
}
