// What the benchmarks' options have in common.

/** The count given as `--name`, or the usual one. Throws with one line for anything but a whole number from 1. */
export function readCount(values, name, usual) {
  const number = Number(values[name] ?? usual);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} ${values[name]} is not a count: use a whole number from 1.`);
  return number;
}

/** Those of `all` that a list of ids names; all, where there is none. Throws with one line for an id that is not known. */
export function choose(all, list) {
  const wanted = list?.split(',');
  const unknown = wanted?.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined)
    throw new Error(`${unknown} is not known: use ${all.map(({ id }) => id).join(', ')}.`);
  return wanted ? all.filter(({ id }) => wanted.includes(id)) : all;
}
