import picocolors from 'picocolors';

/** Functions that colour a text; they return it unchanged if colours are off. */
export type Colours = ReturnType<typeof picocolors.createColors>;

export const coloursOf = (isOn: boolean): Colours => picocolors.createColors(isOn);
