import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/tr.ts';

/** Turkish, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'Bu sayfaya erişim yetkiniz yok.',
  },
  forbidden: { ...plain.forbidden, heading: 'Bu sayfaya erişilemedi.' },
  notFound: { ...plain.notFound, heading: 'Bu sayfa bulunamadı.' },
  error: { ...plain.error, heading: 'Bir sorun oluştu.' },
  globalError: {
    ...plain.globalError,
    heading: 'Bir sorun oluştu.',
    clientSide:
      'Uygulama hatası: İstemci tarafında bir özel durum oluştu (daha fazla bilgi için tarayıcı konsoluna bakın).',
    serverSide:
      'Uygulama hatası: Sunucu tarafında bir özel durum oluştu (daha fazla bilgi için sunucu günlüklerine bakın).',
  },
  digest: 'Digest: {digest}',
};
