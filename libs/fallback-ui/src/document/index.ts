export { faultDocuments, type FaultDocument, type FaultDocumentsOptions } from './fault-documents.ts';
export { faultHeaders, type FaultHeadersOptions } from './fault-headers.ts';
export { faultResponse, type FaultRequest, type FaultResponseOptions } from './fault-response.ts';
export { faultStatuses, httpFaultStatuses, type FaultStatus, type HttpFaultStatus } from './fault-status.ts';
export { renderFaultDocument, type FaultDocumentOptions, type TextsChoice } from './render-fault-document.ts';
export {
  renderScreenDocument,
  type ColorScheme,
  type DocumentLook,
  type ScreenDocumentOptions,
} from './render-screen-document.ts';
export { locales, resolveLocale, type FallbackLocale, type LocaleSources } from '../texts/locales.ts';
