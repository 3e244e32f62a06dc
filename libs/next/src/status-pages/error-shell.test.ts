import { PAGE, shellChunks } from '../../testing/next-documents.ts';
import { fillErrorShell, MOST_HELD, readErrorShell } from './error-shell.ts';
import { bytesOf, latinOf } from './latin.ts';

const [START = '', DATA = '', END = ''] = shellChunks({ lang: 'de-AT', digest: '123@E4', nonce: 'a+/=' });

describe('readErrorShell', () => {
  it('waits for the data, and reads language, nonce and digest', () => {
    expect(readErrorShell(START, false)).toBe('unsure');
    expect(readErrorShell(START.slice(0, 80), false)).toBe('unsure');
    expect(readErrorShell(START + DATA, false)).toEqual({ lang: 'de-AT', nonce: 'a+/=', digest: '123@E4' });
  });

  it('needs none of them', () => {
    expect(readErrorShell(START.replace(/ nonce="[^"]*"/, '') + END, true)).toEqual({
      lang: undefined,
      nonce: undefined,
      digest: undefined,
    });
  });

  it('holds no more than its bound', () => {
    const long = START.replace('start()', 'x'.repeat(MOST_HELD));
    expect(readErrorShell(long, false)).toEqual(expect.objectContaining({ nonce: 'a+/=' }));
    expect(readErrorShell(long.replace('</head><body>', ''), false)).toBe('other');
  });

  it.each([
    ['a page', PAGE],
    ['text', 'not found'],
    ['nothing', ''],
    [
      'an error document with content',
      START.replace('<div hidden="">', '<main>It broke</main><div hidden="">'),
    ],
    ['one whose scripts are followed by content', `${START}<h1>500</h1>`],
    ['one without a body', '<!DOCTYPE html><html id="__next_error__"><head></head>'],
  ])('leaves %s', (_what, text) => {
    expect(readErrorShell(text, true)).toBe('other');
  });

  it('knows Next’s attributes in any order', () => {
    const text = (START + DATA).replace('<html id', '<html data-dpl-id="dpl_1" id');
    expect(readErrorShell(text, false)).toEqual(expect.objectContaining({ lang: 'de-AT' }));
  });
});

it('fillErrorShell writes title, styles and screen, and keeps all else', () => {
  const screen = {
    lang: 'de',
    dir: 'ltr',
    title: '<title>Grüße</title>',
    styles: '<style>a{}</style>',
    main: '<main>Grüße $& $1</main>',
  } as const;
  const text = latinOf(START + DATA);
  expect(bytesOf(fillErrorShell(text, screen)).toString()).toBe(
    (START + DATA)
      .replace('"__next_error__">', '"__next_error__" lang="de" dir="ltr">')
      .replace(
        '<title>Früher</title></head><body>',
        () => `${screen.title}${screen.styles}</head><body>${screen.main}`,
      ),
  );
  expect(fillErrorShell('', screen)).toBe('');
});
