import { monitoring } from './monitoring/start';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from './navigation';

const root = document.querySelector('#root');
if (root === null) throw new Error('The document has no root.');
createRoot(root, { onUncaughtError: monitoring.captureError }).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
