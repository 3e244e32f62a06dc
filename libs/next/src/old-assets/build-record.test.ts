/** @jest-environment node */
import { MAX_RECORD_BYTES, MAX_RECORDS, parseRecord, recordNames, serializeRecord } from './build-record.ts';

const HASH = '0123456789abcdef'.repeat(4);
const record = {
  keptMs: 1_000,
  files: new Map([['chunks/a.js', { hash: HASH, bytes: 3, modifiedMs: 900 }]]),
};

it('reads what it has written', () => {
  expect(parseRecord(serializeRecord(record))).toEqual(record);
});

it.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['another version', '{"version":2,"keptMs":1,"files":[]}'],
  ['no date', '{"version":1,"files":[]}'],
  ['no list', '{"version":1,"keptMs":1,"files":{}}'],
  ['too many files', `{"version":1,"keptMs":1,"files":[${Array(20_001).fill('0').join(',')}]}`],
  ['a path instead of a hash', '{"version":1,"keptMs":1,"files":[["a.js","../../../etc/passwd",1,1]]}'],
  ['no name', `{"version":1,"keptMs":1,"files":[[1,"${HASH}",1,1]]}`],
  ['a negative size', `{"version":1,"keptMs":1,"files":[["a.js","${HASH}",-1,1]]}`],
  ['no time', `{"version":1,"keptMs":1,"files":[["a.js","${HASH}",1]]}`],
  ['a file that is null', '{"version":1,"keptMs":1,"files":[null]}'],
  ['a long text', ' '.repeat(MAX_RECORD_BYTES + 1)],
])('is undefined for %s', (_name, text) => {
  expect(parseRecord(text)).toBeUndefined();
});

it('names records alone, and no more than the bound', () => {
  const name = `${'0'.repeat(32)}.json`;
  expect(recordNames([name, 'notes.json', `${name}.tmp`, '..'])).toEqual([name]);
  expect(recordNames(Array<string>(MAX_RECORDS + 1).fill(name))).toHaveLength(MAX_RECORDS);
});
