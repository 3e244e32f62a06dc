export { faultDocuments } from './fault-documents.ts';
export { faultResponse } from './fault-response.ts';
export type { HttpFaultStatus } from './fault-status.ts';
export { renderFaultDocument } from './render-fault-document.ts';
export { renderScreenDocument, type ScreenDocumentOptions } from './render-screen-document.ts';
