import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/uk.ts';

/** Ukrainian, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'У вас немає прав доступу до цієї сторінки.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'Не вдалося отримати доступ до цієї сторінки.',
  },
  notFound: { ...plain.notFound, heading: 'Не вдалося знайти цю сторінку.' },
  error: { ...plain.error, heading: 'Щось пішло не так.' },
  globalError: {
    ...plain.globalError,
    heading: 'Щось пішло не так.',
    clientSide: 'Помилка застосунку: на боці клієнта стався виняток (докладніше див. у консолі браузера).',
    serverSide: 'Помилка застосунку: на боці сервера стався виняток (докладніше див. у журналах сервера).',
  },
  digest: 'Digest: {digest}',
};
