import { describe, expect, it } from '@jest/globals';
import { assert, constantFrom, property, tuple } from 'fast-check';
import { applyPlan, readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { planRemoval } from '../removal/plan-removal.ts';
import { planSetup } from '../set-up/plan-setup.ts';
import { addAgentsBlock, AGENTS_BLOCK, otherAgentsBlock, takeAgentsBlock } from './agents-block.ts';

const APP = {
  'package.json': '{ "dependencies": { "next": "16.4.5", "react": "19.3.1" } }',
  'tsconfig.json': '{}',
  'app/layout.tsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
};
const OLD = AGENTS_BLOCK.replace('read the documents', 'look at the documents');

const added = (text: string | undefined): string => {
  const edit = addAgentsBlock(text, '\n');
  if (edit.kind !== 'changed') throw new Error(`not changed: ${JSON.stringify(edit)}`);
  return edit.text;
};

function setUp(contents: Readonly<Record<string, string>>) {
  const files = memoryFiles(contents);
  const setUpAgain = () => {
    const plan = planSetup(readRepository(files), files);
    applyPlan(files, plan);
    return plan;
  };
  const first = setUpAgain();
  const remove = () => {
    const plan = planRemoval(readRepository(files), files);
    applyPlan(files, plan);
    return plan;
  };
  return { files, first, setUpAgain, remove };
}

describe('the block', () => {
  it('has at most ten lines, and no line that a formatter would break', () => {
    expect(AGENTS_BLOCK.split('\n').length).toBeLessThanOrEqual(10);
    expect(AGENTS_BLOCK).not.toMatch(/[ \t]$/m);
  });
});

describe('the file of an application', () => {
  it('is created, and removed again', () => {
    const { files, setUpAgain, remove } = setUp(APP);
    expect(files.read('AGENTS.md')).toBe(`${AGENTS_BLOCK}\n`);
    expect(setUpAgain()).toEqual({ changes: [], steps: [] });

    remove();
    expect(Object.fromEntries(files.contents)).toEqual(APP);
  });

  it('has the line ends of the application', () => {
    const windows = { ...APP, 'app/layout.tsx': APP['app/layout.tsx'].replaceAll('\n', '\r\n') };
    const { files } = setUp({ ...windows, 'next.config.ts': 'export default {};\r\n' });

    expect(files.read('AGENTS.md')).toBe(`${AGENTS_BLOCK}\n`.replaceAll('\n', '\r\n'));
  });

  it('lies beside the application in a workspace', () => {
    const { files } = setUp({
      'package.json': '{ "workspaces": ["apps/*"] }',
      'AGENTS.md': '# Workspace\n',
      ...Object.fromEntries(Object.entries(APP).map(([path, text]) => [`apps/shop/${path}`, text])),
    });

    expect(files.read('apps/shop/AGENTS.md')).toBe(`${AGENTS_BLOCK}\n`);
    expect(files.read('AGENTS.md')).toBe('# Workspace\n');
  });

  it('keeps what a user has written into it since', () => {
    const { files, remove } = setUp(APP);
    files.write('AGENTS.md', `# Shop\n\n${files.read('AGENTS.md') ?? ''}\nRun npm test.\n`);
    remove();

    expect(files.read('AGENTS.md')).toBe('# Shop\n\nRun npm test.\n');
  });

  it('keeps what a user has written below it', () => {
    const { files, remove } = setUp(APP);
    files.write('AGENTS.md', `${files.read('AGENTS.md') ?? ''}\nRun npm test.\n`);
    remove();

    expect(files.read('AGENTS.md')).toBe('Run npm test.\n');
  });

  it('keeps a sentence that mentions the lines of the block', () => {
    const mention = 'Leave `<!-- BEGIN:adit -->` … `<!-- END:adit -->` alone.\n';
    const { files, remove } = setUp({ ...APP, 'AGENTS.md': mention });
    expect(files.read('AGENTS.md')).toContain(mention);
    expect(files.read('AGENTS.md')).toContain(AGENTS_BLOCK);
    remove();

    expect(files.read('AGENTS.md')).toBe(mention);
  });

  it('is left to the user if the last line of the block is missing', () => {
    const { files, first, remove } = setUp({ ...APP, 'AGENTS.md': '<!-- BEGIN:adit -->\nmine\n' });
    const byHand = (steps: typeof first.steps) =>
      steps.filter(({ path }) => path === 'AGENTS.md').map((step) => step.byHand?.why);

    expect(byHand(first.steps)).toEqual(['the line <!-- END:adit --> is missing']);
    expect(byHand(remove().steps)).toEqual(['the line <!-- END:adit --> is missing']);
    expect(files.read('AGENTS.md')).toBe('<!-- BEGIN:adit -->\nmine\n');
  });
});

describe('a text of the application’s own', () => {
  it('is restored to the byte, whatever its line ends, its last line and its byte order mark', () => {
    const text = tuple(
      constantFrom('', '\uFEFF'),
      constantFrom('', '# Rules', '# Rules\n\n- one\n- two', '\n', '\n\n', ' '),
      constantFrom('', '\n', '\n\n\n'),
      constantFrom('\n', '\r\n'),
    ).map(([mark, body, end, eol]) => mark + `${body}${end}`.replaceAll('\n', eol));
    assert(
      property(text, (before) => {
        const after = added(before);
        expect(addAgentsBlock(after, '\n')).toEqual({ kind: 'same' });
        expect(takeAgentsBlock(after)).toEqual({ kind: 'changed', text: before });
        if (before.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/);
      }),
    );
  });
});

describe('a block', () => {
  it('of another version is replaced in its place', () => {
    expect(added(`# A\n\n${OLD}\n\nmore\n`)).toBe(`# A\n\n${AGENTS_BLOCK}\n\nmore\n`);
  });

  it('of another version is taken out, too', () => {
    expect(takeAgentsBlock(`${OLD}\n`)).toEqual({ kind: 'changed', text: undefined });
  });

  it('that a formatter has changed is the same', () => {
    const formatted = AGENTS_BLOCK.replaceAll(/^- /gm, '* ').replace('. They are', '.\nThey are');
    expect(formatted).not.toBe(AGENTS_BLOCK);
    expect(addAgentsBlock(formatted, '\n')).toEqual({ kind: 'same' });
  });

  it('of another version is found with its line; others are not', () => {
    const found = (text: string | undefined) =>
      otherAgentsBlock(
        { read: (path) => (path === 'apps/a/AGENTS.md' ? text : undefined) },
        { folder: 'apps/a' },
      );

    expect(found(`# A\n\n${OLD}\n`)).toEqual({ path: 'apps/a/AGENTS.md', line: 3 });
    expect(found(`${AGENTS_BLOCK}\n`)).toBeUndefined();
    expect(found('# A\n')).toBeUndefined();
    expect(found(undefined)).toBeUndefined();
    expect(found('<!-- BEGIN:adit -->')).toBeUndefined();
  });
});
