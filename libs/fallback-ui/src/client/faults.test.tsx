import '@testing-library/jest-dom';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { FaultBoundary, type FaultBoundaryProps, type FaultProps } from '../boundary/fault-boundary.ts';
import type { FaultKind } from '../boundary/classify-fault.ts';
import { texts as classicTexts } from '../texts/classic/en.ts';
import { texts as hebrew } from '../texts/plain/he.ts';
import { InlineFault } from './inline-fault.tsx';
import { PageFault } from './page-fault.tsx';

const fault: FaultProps = {
  error: null,
  kind: 'client',
  reference: undefined,
  retry: () => undefined,
  reset: () => undefined,
};

const KINDS: FaultKind[] = ['offline', 'skew', 'missing-chunk', 'server', 'client'];

/** A page with a field and a part that fails. */
function Page({ isBroken, ...props }: Omit<FaultBoundaryProps, 'children'> & { isBroken: boolean }) {
  return (
    <>
      <input aria-label="field" />
      <FaultBoundary {...props}>
        <Part isBroken={isBroken} />
      </FaultBoundary>
    </>
  );
}

function Part({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('x');
  return 'content';
}

/** Shows the page, puts the focus into its field, and breaks the part. Returns what got the focus after that. */
function breakPart(fallback: ComponentType<FaultProps>, props: Partial<FaultBoundaryProps> = {}): Element[] {
  const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = render(<Page isBroken={false} fallback={fallback} {...props} />);
  screen.getByLabelText('field').focus();
  const focused: Element[] = [];
  const listen = ({ target }: FocusEvent) => void focused.push(target as Element);
  document.addEventListener('focusin', listen);
  page.rerender(<Page isBroken fallback={fallback} {...props} />);
  page.rerender(<Page isBroken fallback={fallback} {...props} />);
  document.removeEventListener('focusin', listen);
  complaint.mockRestore();
  return focused;
}

describe('PageFault', () => {
  it.each<[FaultKind, string]>([
    ['offline', classicTexts.offline.heading],
    ['skew', classicTexts.update.heading],
    ['missing-chunk', classicTexts.update.heading],
    ['server', classicTexts.error.heading],
    ['client', classicTexts.error.heading],
  ])('shows for %s "%s"', (kind, heading) => {
    render(<PageFault {...fault} kind={kind} siteName="Example" />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
    expect(document.title).toMatch(/ – Example$/);
  });

  it('shows the reference with a button that copies it', () => {
    const { rerender } = render(<PageFault {...fault} reference="event-1" />);
    expect(screen.getByText(/event-1/).closest('p')).toContainElement(
      screen.getByRole('button', { name: classicTexts.actions.copy }),
    );
    rerender(<PageFault {...fault} />);
    expect(screen.queryByRole('button', { name: classicTexts.actions.copy })).not.toBeInTheDocument();
  });

  it('accepts texts and links', () => {
    render(<PageFault {...fault} texts={hebrew} homeHref="/start" as="div" />);
    expect(screen.getByRole('link', { name: hebrew.actions.home })).toHaveAttribute('href', '/start');
    expect(document.querySelector('.adit-fallback')).toHaveAttribute('dir', 'rtl');
    expect(screen.queryByRole('main')).not.toBeInTheDocument();
  });

  it('shows the update screen for an unknown Server Action, as error.tsx is given it', () => {
    const unknown = new Error('Server Action "4a" was not found on the server.');
    unknown.name = 'UnrecognizedActionError';
    render(<PageFault error={unknown} retry={jest.fn()} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(classicTexts.update.heading);
  });

  it('shows the offline screen for a fetch that failed offline, and keeps it when the network returns', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const error = new TypeError('Failed to fetch');
    const { rerender } = render(<PageFault error={error} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(classicTexts.offline.heading);
    onLine.mockRestore();
    rerender(<PageFault error={error} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(classicTexts.offline.heading);
    // Control: the same error with a network.
    rerender(<PageFault key="2" error={error} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(classicTexts.error.heading);
  });

  it('shows the digest of an error from error.tsx, with a button that copies it', () => {
    render(<PageFault error={Object.assign(new Error('x'), { digest: '42' })} />);
    expect(screen.getByText('42').closest('p')).toContainElement(
      screen.getByRole('button', { name: classicTexts.actions.copy }),
    );
  });

  it('moves the focus to its heading once, over further renders, and is no alert', () => {
    const focused = breakPart(PageFault, { onFault: () => 'event-1' });
    expect(focused).toEqual([screen.getByRole('heading', { level: 1 })]);
    expect(screen.getByText(/event-1/)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each(KINDS)('moves the focus for %s, with or without a button', (kind) => {
    const focused = breakPart(PageFault, { classify: () => kind });
    expect(focused).toEqual([screen.getByRole('heading', { level: 1 })]);
  });
});

describe.each([
  ['PageFault', PageFault],
  ['InlineFault', InlineFault],
])('%s', (name, Fault) => {
  it.each<[FaultKind]>([['offline'], ['server'], ['client']])('calls retry for %s', (kind) => {
    const [retry, reset] = [jest.fn(), jest.fn()];
    render(<Fault {...fault} kind={kind} retry={retry} reset={reset} />);
    fireEvent.click(screen.getByRole('button', { name: classicTexts.actions.retry }));
    expect(retry.mock.calls).toEqual([[]]);
    expect(reset).not.toHaveBeenCalled();
    if (name === 'InlineFault') expect(document.querySelector('a')).not.toBeInTheDocument();
  });

  it.each<[FaultKind]>([['skew'], ['missing-chunk']])('reloads with a link for %s', (kind) => {
    render(<Fault {...fault} kind={kind} />);
    expect(screen.getByText(classicTexts.actions.update)).toHaveAttribute('href', '');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('InlineFault', () => {
  it.each<[FaultKind, 'offline' | 'update' | 'inlineError']>([
    ['offline', 'offline'],
    ['skew', 'update'],
    ['missing-chunk', 'update'],
    ['server', 'inlineError'],
    ['client', 'inlineError'],
  ])('shows for %s the texts of %s, without a heading', (kind, words) => {
    render(<InlineFault {...fault} kind={kind} />);
    const { heading } = classicTexts[words];
    // The visitor can still copy typed text before loading the new version.
    const said = words === 'update' ? classicTexts.update.adviceInPart : classicTexts[words].advice;
    expect(screen.getByRole('alert')).toHaveTextContent(`${heading} ${said}`);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });

  it('is announced and does not move the focus', () => {
    expect(breakPart(InlineFault)).toEqual([]);
    expect(screen.getByLabelText('field')).toHaveFocus();
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });

  it('calls only the digest of the server a digest', () => {
    const { rerender } = render(<InlineFault {...fault} reference="event-1" />);
    expect(screen.getByText(/^Reference:/)).toHaveTextContent('event-1');
    rerender(<InlineFault {...fault} error={{ digest: '42' }} reference="42" />);
    expect(screen.getByText(/^Digest:/)).toHaveTextContent('42');
  });

  it('has its copy status outside of the alert, which would be read again', () => {
    render(<InlineFault {...fault} reference="event-1" />);
    expect(screen.getByRole('status')).toBeInTheDocument();
    expect(within(screen.getByRole('alert')).queryByRole('status')).not.toBeInTheDocument();
  });

  it('names the language and direction of its texts, and carries its nonce', () => {
    const html = renderToString(<InlineFault {...fault} texts={hebrew} nonce="r4nd0m" />);
    expect(html).toContain('<div class="adit-fallback-inline" lang="he" dir="rtl"><style nonce="r4nd0m">');
  });
});

it('both replace the part and give way to it again', async () => {
  for (const fallback of [PageFault, InlineFault]) {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { rerender, unmount } = render(<Page isBroken fallback={fallback} resetKeys={[1]} />);
    expect(screen.queryByText('content')).not.toBeInTheDocument();
    complaint.mockRestore();
    await act(async () => rerender(<Page isBroken={false} fallback={fallback} resetKeys={[2]} />));
    expect(screen.getByText('content')).toBeInTheDocument();
    unmount();
  }
});
