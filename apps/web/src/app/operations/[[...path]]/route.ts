// The live page of the tunnel. In production it requires ADIT_ADMIN_TOKEN, and is not served without it.
export { GET, POST } from '@adit/next/operations';
