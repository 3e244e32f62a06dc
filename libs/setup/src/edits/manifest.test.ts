import { describe, expect, it } from '@jest/globals';
import { textOf } from '../../testing/round-trip.helper.ts';
import { addDependencies, takeDependencies } from './manifest.ts';

const isWanted = (name: string, range: string): boolean =>
  Object.entries(WANTED).some((one) => one[0] === name && one[1] === range);
const WANTED = { '@adit/next': '^0.1.0', '@sentry/nextjs': '^11.0.0' };

describe('adds what is missing, and takes it out again', () => {
  it.each([
    [
      'in order',
      '{\n  "dependencies": {\n    "@acme/ui": "1",\n    "next": "16",\n    "react": "19"\n  }\n}\n',
      '{\n  "dependencies": {\n    "@acme/ui": "1",\n    "@adit/next": "^0.1.0",\n    "@sentry/nextjs": "^11.0.0",\n    "next": "16",\n    "react": "19"\n  }\n}\n',
    ],
    [
      'at the end of a list without order',
      '{\n\t"dependencies": {\n\t\t"react": "19",\n\t\t"next": "16"\n\t}\n}',
      '{\n\t"dependencies": {\n\t\t"react": "19",\n\t\t"next": "16",\n\t\t"@adit/next": "^0.1.0",\n\t\t"@sentry/nextjs": "^11.0.0"\n\t}\n}',
    ],
    [
      'among those for development, if Next is there',
      '{ "dependencies": {}, "devDependencies": { "next": "16" } }',
      '{ "dependencies": {}, "devDependencies": { "@adit/next": "^0.1.0", "@sentry/nextjs": "^11.0.0", "next": "16" } }',
    ],
    [
      'at both ends',
      '{"dependencies":{"@adit/a":"1","@b/a":"1","next":"16"}}',
      '{"dependencies":{"@adit/a":"1","@adit/next": "^0.1.0","@b/a":"1","@sentry/nextjs": "^11.0.0","next":"16"}}',
    ],
    [
      'in lines of Windows',
      '{\r\n  "dependencies": {\r\n    "next": "16"\r\n  }\r\n}\r\n',
      '{\r\n  "dependencies": {\r\n    "@adit/next": "^0.1.0",\r\n    "@sentry/nextjs": "^11.0.0",\r\n    "next": "16"\r\n  }\r\n}\r\n',
    ],
  ])('%s', (_name, before, after) => {
    expect(textOf(addDependencies(before, WANTED))).toBe(after);
    expect(addDependencies(after, WANTED)).toEqual({ kind: 'same' });
    expect(textOf(takeDependencies(after, isWanted))).toBe(before);
  });
});

it('keeps a range of the application’s own', () => {
  const text = '{ "dependencies": { "@sentry/nextjs": "11.8.0", "next": "16" } }';
  const after = textOf(addDependencies(text, WANTED));
  expect(after).toBe(
    '{ "dependencies": { "@adit/next": "^0.1.0", "@sentry/nextjs": "11.8.0", "next": "16" } }',
  );
  expect(textOf(takeDependencies(after, isWanted))).toBe(text);
});

it('takes out a list with nothing else in it', () => {
  expect(textOf(takeDependencies('{ "dependencies": { "@adit/next": "^0.1.0" } }', isWanted))).toBe('{  }');
});

it.each(['', '[]', '{ "dependencies": 1 }', '{ "dependencies": { "a": {} } }'])(
  'leaves a manifest without Next: %s',
  (text) => {
    expect(addDependencies(text, WANTED)).toEqual({
      kind: 'unknown',
      why: 'it does not name next among its dependencies',
    });
    expect(takeDependencies(text, isWanted)).toEqual({ kind: 'same' });
  },
);

describe('in a section by its name', () => {
  const KIT = { '@adit/kits': '^0.1.0', '@sentry/node': '^11.0.0' };
  const isKit = (name: string): boolean => name in KIT;

  it.each([
    [
      'adds to it',
      '{ "dependencies": { "react": "19" }, "devDependencies": { "vite": "8" } }',
      '{ "dependencies": { "@adit/kits": "^0.1.0", "@sentry/node": "^11.0.0", "react": "19" }, "devDependencies": { "vite": "8" } }',
    ],
    [
      'writes it before that for development',
      '{\n\t"name": "shop",\n\t"devDependencies": {\n\t\t"vite": "8"\n\t}\n}\n',
      '{\n\t"name": "shop",\n\t"dependencies": {\n\t\t"@adit/kits": "^0.1.0",\n\t\t"@sentry/node": "^11.0.0"\n\t},\n\t"devDependencies": {\n\t\t"vite": "8"\n\t}\n}\n',
    ],
    [
      'writes it at the end',
      '{\r\n  "name": "shop"\r\n}\r\n',
      '{\r\n  "name": "shop",\r\n  "dependencies": {\r\n    "@adit/kits": "^0.1.0",\r\n    "@sentry/node": "^11.0.0"\r\n  }\r\n}\r\n',
    ],
    [
      'writes it in one line',
      '{"name":"shop"}',
      '{"name":"shop","dependencies": {"@adit/kits": "^0.1.0","@sentry/node": "^11.0.0"}}',
    ],
  ])('%s, and takes it out again', (_name, before, after) => {
    expect(textOf(addDependencies(before, KIT, 'dependencies'))).toBe(after);
    expect(addDependencies(after, KIT, 'dependencies')).toEqual({ kind: 'same' });
    expect(textOf(takeDependencies(after, isKit))).toBe(before);
  });

  it('fills an empty one', () => {
    expect(textOf(addDependencies('{\n  "dependencies": {}\n}', KIT, 'dependencies'))).toBe(
      '{\n  "dependencies": {\n    "@adit/kits": "^0.1.0",\n    "@sentry/node": "^11.0.0"\n  }\n}',
    );
  });

  it.each(['', '[]', '{}'])('leaves %j', (text) => {
    expect(addDependencies(text, KIT, 'dependencies')).toMatchObject({ kind: 'unknown' });
  });
});
