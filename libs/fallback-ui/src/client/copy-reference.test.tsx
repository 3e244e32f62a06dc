import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { texts } from '../texts/plain/en.ts';
import { CopyReference } from './copy-reference.tsx';

/** The text that the command put on the clipboard. */
let written: string | undefined;

/** A browser whose command copies what a listener of the copy event sets, or the selection. */
function allowCommand(): jest.Mock {
  const execCommand = jest.fn((command: string) => {
    const event = new Event('copy', { cancelable: true, bubbles: true });
    const data = { setData: (_type: string, text: string) => void (written = text) };
    Object.assign(event, { clipboardData: data });
    if (document.dispatchEvent(event)) written = document.getSelection()?.toString();
    return command === 'copy';
  });
  Object.assign(document, { execCommand });
  return execCommand;
}

const setClipboard = (clipboard: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });

beforeEach(() => {
  written = undefined;
  document.getSelection()?.removeAllRanges();
});
afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand');
  Reflect.deleteProperty(navigator, 'clipboard');
});

function show() {
  render(
    <p>
      Reference: event-1
      <CopyReference value="event-1" texts={texts} />
    </p>,
  );
}

async function press() {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: texts.actions.copy }));
  });
}

const status = () => screen.getByRole('status');
const selected = () => document.getSelection()?.toString();

describe('CopyReference', () => {
  it('copies with the clipboard', async () => {
    const writeText = jest.fn(() => Promise.resolve());
    setClipboard({ writeText });
    const execCommand = allowCommand();
    show();
    const before = status();
    expect(before).toBeEmptyDOMElement();
    await press();
    expect(writeText.mock.calls).toEqual([['event-1']]);
    expect(execCommand).not.toHaveBeenCalled();
    expect(status()).toBe(before);
    expect(before).toHaveTextContent(texts.copied);
  });

  it.each([
    ['there is no clipboard, on plain HTTP', undefined],
    ['the permission is denied', { writeText: () => Promise.reject(new Error('denied')) }],
    [
      'the clipboard throws',
      {
        writeText() {
          throw new TypeError('no');
        },
      },
    ],
  ])('copies the reference alone with the command if %s', async (_what, clipboard) => {
    setClipboard(clipboard);
    allowCommand();
    show();
    await press();
    expect(written).toBe('event-1');
    expect(status()).toHaveTextContent(texts.copied);
    expect(selected()).toBe('');
  });

  it.each([
    ['refuses', () => false],
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    ['says yes and copies nothing', () => true],
    ['is missing', undefined],
  ])('leaves the reference selected and says so if the command %s', async (_what, execCommand) => {
    Object.assign(document, { execCommand });
    show();
    await press();
    expect(selected()).toBe('event-1');
    expect(status()).toHaveTextContent(texts.copyByHand);
  });

  it('shows the reference if it is nowhere on the page', async () => {
    render(<CopyReference value="event-1" texts={texts} />);
    await press();
    expect(status()).toHaveTextContent('event-1');
  });

  it('is announced again after a second click', async () => {
    setClipboard({ writeText: () => Promise.resolve() });
    show();
    await press();
    const said: (string | null)[] = [];
    const observer = new MutationObserver(() => said.push(status().textContent));
    observer.observe(status(), { childList: true, characterData: true, subtree: true });
    await press();
    observer.disconnect();
    expect(said).toEqual(['', texts.copied]);
  });

  it('removes its listener, so that later copies are not changed', async () => {
    Object.assign(document, { execCommand: () => false });
    show();
    await press();
    const event = new Event('copy', { cancelable: true });
    expect(document.dispatchEvent(event)).toBe(true);
  });

  it('accepts to be removed before the clipboard answers', async () => {
    let answer = () => {};
    setClipboard({ writeText: () => new Promise<void>((resolve) => (answer = resolve)) });
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    show();
    await press();
    screen.getByRole('button').closest('p')?.replaceChildren();
    await act(async () => answer());
    expect(complaint).not.toHaveBeenCalled();
    complaint.mockRestore();
  });
});
