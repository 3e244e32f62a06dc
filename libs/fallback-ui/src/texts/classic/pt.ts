import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/pt.ts';

/** Portuguese, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'Não tem autorização para ver esta página.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'O acesso a esta página não foi possível.',
  },
  notFound: { ...plain.notFound, heading: 'Não foi possível encontrar esta página.' },
  error: { ...plain.error, heading: 'Ocorreu um erro.' },
  globalError: {
    ...plain.globalError,
    heading: 'Ocorreu um erro.',
    clientSide:
      'Erro da aplicação: ocorreu uma exceção no lado do cliente (consulte o console do navegador para obter mais informações).',
    serverSide:
      'Erro da aplicação: ocorreu uma exceção no lado do servidor (consulte os logs do servidor para obter mais informações).',
  },
  digest: 'Digest: {digest}',
};
