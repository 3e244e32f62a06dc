import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/he.ts';

/** Hebrew, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'אין לך הרשאה לגשת לדף הזה.',
  },
  forbidden: { ...plain.forbidden, heading: 'לא ניתן היה לגשת לדף הזה.' },
  notFound: { ...plain.notFound, heading: 'לא ניתן היה למצוא את הדף הזה.' },
  error: { ...plain.error, heading: 'משהו השתבש.' },
  globalError: {
    ...plain.globalError,
    heading: 'משהו השתבש.',
    clientSide: 'שגיאת יישום: אירעה חריגה בצד הלקוח (למידע נוסף, יש לעיין במסוף הדפדפן).',
    serverSide: 'שגיאת יישום: אירעה חריגה בצד השרת (למידע נוסף, יש לעיין ביומני השרת).',
  },
  digest: 'Digest: {digest}',
};
