// Small envelopes with a number, which is their event id.

/** New envelopes have numbers from here on. */
export const FIRST_LIVE = 2 ** 28;

const START = '{"event_id":"';
const ID_LENGTH = 32;
/** Fills an envelope up to about 1 KB. */
const FILLER = 'x'.repeat(700);

/** An error of 1 KB. */
export function buildNumbered(dsn, number) {
  const id = number.toString(16).padStart(ID_LENGTH, '0');
  const payload = JSON.stringify({
    event_id: id,
    level: 'error',
    message: `order ${number} failed`,
    extra: { FILLER },
  });
  return Buffer.from(
    `${START}${id}","sent_at":"${new Date().toISOString()}","dsn":"${dsn}"}\n{"type":"event"}\n${payload}\n`,
  );
}

/** The number of an envelope; `undefined` for others, such as the tunnel's own reports. */
export function numberOf(body) {
  const end = START.length + ID_LENGTH;
  if (body.toString('latin1', 0, START.length) !== START) return undefined;
  return Number.parseInt(body.toString('latin1', START.length, end), 16);
}
