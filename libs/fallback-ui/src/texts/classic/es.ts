import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/es.ts';

/** Spanish, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'No tiene autorización para acceder a esta página.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'No se ha podido acceder a esta página.',
  },
  notFound: { ...plain.notFound, heading: 'No se ha podido encontrar esta página.' },
  error: { ...plain.error, heading: 'Algo ha salido mal.' },
  globalError: {
    ...plain.globalError,
    heading: 'Algo ha salido mal.',
    clientSide:
      'Error de la aplicación: se ha producido una excepción en el lado del cliente (consulte la consola del navegador para obtener más información).',
    serverSide:
      'Error de la aplicación: se ha producido una excepción en el lado del servidor (consulte los registros del servidor para obtener más información).',
  },
  digest: 'Digest: {digest}',
};
