/** @jest-environment node */
import { documentNonce } from './document-nonce.ts';

it('is unknown on a server', () => {
  expect(documentNonce()).toBeUndefined();
});
