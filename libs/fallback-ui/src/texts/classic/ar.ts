import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/ar.ts';

/** Arabic, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'غير مصرَّح لك بالوصول إلى هذه الصفحة.',
  },
  forbidden: { ...plain.forbidden, heading: 'تعذّر الوصول إلى هذه الصفحة.' },
  notFound: { ...plain.notFound, heading: 'تعذّر العثور على هذه الصفحة.' },
  error: { ...plain.error, heading: 'حدث خطأ ما.' },
  globalError: {
    ...plain.globalError,
    heading: 'حدث خطأ ما.',
    clientSide:
      'خطأ في التطبيق: حدث استثناء من جانب العميل (لمزيد من المعلومات، يُرجى الاطّلاع على وحدة تحكم المتصفح).',
    serverSide:
      'خطأ في التطبيق: حدث استثناء من جانب الخادم (لمزيد من المعلومات، يُرجى الاطّلاع على سجلات الخادم).',
  },
  digest: 'Digest: {digest}',
};
