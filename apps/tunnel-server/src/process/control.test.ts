import { recordLog } from '../../testing/record-log.helper.ts';
import { carryOut, readCommand, stickyCommands, type ControlCommand } from './control.ts';

describe('carryOut', () => {
  function carriedOut(command: ControlCommand): { done: unknown[]; logged: unknown[] } {
    const done: unknown[] = [];
    const { log, events } = recordLog();
    const delivery = {
      pause: () => done.push('pause'),
      resume: () => done.push('resume'),
      flush: () => done.push('flush'),
      drop: (filter: unknown) => done.push(filter),
    };
    carryOut(command, { delivery }, log);
    log.warn('after');
    return { done, logged: events() };
  }

  it.each(['pause', 'resume', 'flush'] as const)('has the delivery %s', (kind) => {
    expect(carriedOut({ kind })).toEqual({ done: [kind], logged: ['after'] });
  });

  it('drops what the command names', () => {
    expect(carriedOut({ kind: 'drop', project: 'a.example/1', itemTypes: ['session'] }).done).toEqual([
      expect.objectContaining({ project: 'a.example/1', itemTypes: ['session'] }),
    ]);
  });

  it('sets the level of the log, and leaves the delivery alone', () => {
    expect(carriedOut({ kind: 'log-level', level: 'error' })).toEqual({ done: [], logged: [] });
  });
});

describe('stickyCommands', () => {
  const after = (...commands: ControlCommand[]): readonly ControlCommand[] =>
    commands.reduce<readonly ControlCommand[]>(stickyCommands, []);
  const [pause, resume, flush] = (['pause', 'resume', 'flush'] as const).map((kind) => ({ kind }));
  const level = (to: 'error' | 'info'): ControlCommand => ({ kind: 'log-level', level: to });

  it('keeps the last of pause and resume, and the last level', () => {
    expect(after(pause!, level('error'))).toEqual([pause, level('error')]);
    expect(after(pause!, level('error'), resume!, level('info'))).toEqual([resume, level('info')]);
    expect(after(resume!, pause!)).toEqual([pause]);
  });

  it('keeps nothing that is done once', () => {
    expect(after(pause!, flush!, { kind: 'drop', project: 'a.example/1' })).toEqual([pause]);
  });
});

describe('readCommand', () => {
  it('reads a drop of some types of one project', () => {
    const body = { project: 'a.example/1', itemTypes: ['session'] };
    expect(readCommand('drop', body, ['a.example/1'])).toEqual({ kind: 'drop', ...body });
  });

  it('takes 16 item types, and no more', () => {
    const read = (count: number): unknown =>
      readCommand('drop', { itemTypes: new Array(count).fill('session') }, []);
    expect([read(16), read(17)]).toEqual([
      expect.objectContaining({ kind: 'drop' }),
      'itemTypes is not valid: use a list of 1 to 16 item types, such as ["session"]',
    ]);
  });

  it.each([[undefined], [null], [{}], [7]])('knows no level of %j', (body) => {
    expect(readCommand('log-level', body, [])).toBe('level is not valid: use error, warn, info');
  });
});
