import type { NextPageContext } from 'next';
import { renderToString } from 'react-dom/server';
import PagesErrorPage from './pages-error.tsx';

const captureError = jest.fn();
jest.mock('../browser/monitoring.ts', () => ({
  captureError: (error: unknown): unknown => captureError(error),
  monitoring: { lastEventId: () => 'e1' },
}));
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: {} }));
beforeEach(() => captureError.mockClear());

const propsOf = (context: object) => PagesErrorPage.getInitialProps(context as NextPageContext);
const err = Object.assign(new Error('render'), { statusCode: 500 });

it('reports what failed in the browser, and leaves errors of the server to the server', () => {
  expect(propsOf({ err })).toEqual({ statusCode: 500, reference: 'e1' });
  expect(captureError.mock.calls).toEqual([[err]]);
  expect(propsOf({ err, res: { statusCode: 503 } })).toEqual({ statusCode: 503 });
  expect(propsOf({ err: new Error('render in the browser') })).toEqual({ statusCode: 500, reference: 'e1' });
  expect(propsOf({})).toEqual({ statusCode: 404 });
  expect(captureError).toHaveBeenCalledTimes(2);
});

it('shows a screen for each status, without scripts too', () => {
  expect(renderToString(<PagesErrorPage statusCode={404} />)).toContain('This page could not be found.');
  expect(renderToString(<PagesErrorPage statusCode={500} />)).toContain('Something went wrong.');
});
