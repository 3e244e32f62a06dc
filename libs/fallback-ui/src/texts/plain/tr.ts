import type { FallbackTexts } from '../fallback-texts.ts';

/** Turkish. */
export const texts: FallbackTexts = {
  lang: 'tr',
  dir: 'ltr',
  unauthorized: {
    heading: 'Bu sayfayı görmek için oturum açın',
    impact: 'Bu sayfa yalnızca oturum açmış kişilere gösterilir. Oturumunuzun süresi dolmuş olabilir.',
    advice: 'Oturum açın, ardından bu sayfayı yeniden açın.',
  },
  forbidden: {
    heading: 'Bu sayfaya erişim izniniz yok',
    impact: 'Bu sayfayı yalnızca belirli kişiler veya hesaplar görebilir.',
    advice:
      'Erişiminizin olması gerektiğini düşünüyorsanız site yöneticilerine başvurun veya başka bir hesap kullanın.',
  },
  notFound: {
    heading: 'Bu adreste bir sayfa yok',
    impact: 'Sayfa taşınmış veya adres yanlış olabilir.',
    advice:
      'Adresi kendiniz yazdıysanız kontrol edin. Bir bağlantıdan geldiyseniz ana sayfadan yeniden başlayın.',
  },
  tooManyRequests: {
    heading: 'Kısa sürede çok fazla istek gönderildi',
    impact: 'Son isteğiniz yerine getirilmedi. Buna ağınızdaki başka kişiler de yol açmış olabilir.',
    advice: 'Biraz bekleyin, sonra yeniden deneyin.',
  },
  maintenance: {
    heading: 'Bu site şu anda kullanılamıyor',
    impact: 'Sitemiz üzerinde çalışıyoruz. Son isteğiniz yerine getirilmemiş olabilir.',
    advice:
      'Daha sonra yeniden deneyin. Bir şeyi ikinci kez göndermeden önce ilk gönderdiğinizin ulaşıp ulaşmadığını kontrol edin.',
  },
  error: {
    heading: 'Üzgünüz, bu sayfada bir sorun var',
    impact: 'Buraya yazıp kaydetmedikleriniz kaybolmuş olabilir.',
    advice:
      'Yeniden deneyin. Sorun sürerse daha sonra tekrar gelin veya durumu site yöneticilerine bildirin.',
  },
  globalError: {
    heading: 'Üzgünüz, bu sitede bir sorun var',
    clientSide: 'Sayfa tarayıcınızda çalışırken bir hata oluştu.',
    serverSide: 'Sayfa hazırlanırken bizim tarafımızda bir hata oluştu.',
    impact: 'Yazıp kaydetmedikleriniz kaybolmuş olabilir.',
    advice:
      'Sayfayı yeniden yükleyin. Sorun sürerse daha sonra tekrar gelin veya durumu site yöneticilerine bildirin.',
  },
  offline: {
    heading: 'Çevrimdışısınız',
    impact:
      'İnternet bağlantısı olmadığı için bu sayfa yüklenemedi. Son isteğiniz yerine getirilmemiş olabilir.',
    advice: 'Bağlantınızı kontrol edin, sonra yeniden deneyin.',
    held: 'Yazdıklarınız bu sayfada bekliyor ve yeniden çevrimiçi olduğunuzda gönderilecek.',
  },
  update: {
    heading: 'Bu site güncellendi',
    impact:
      'Bu sayfa eski bir sürüme ait ve artık tam olarak yüklenemiyor. Buraya yazıp kaydetmedikleriniz kaybolmuş olabilir.',
    advice: 'Yeni sürümü yükleyin.',
    adviceInPart: 'Yazıp kaydetmediklerinizi kopyalayın, ardından yeni sürümü yükleyin.',
    sendAgain: 'Gönderdiğiniz işlenmedi. Formu kontrol edin ve yeniden gönderin.',
  },
  inlineError: {
    heading: 'Sayfanın bu bölümü gösterilemedi',
    advice: 'Sayfanın geri kalanı çalışmaya devam ediyor. Yeniden deneyin veya daha sonra tekrar gelin.',
  },
  code: 'Hata {code}',
  digest: 'Referans kodu: {digest}',
  retryAfter: 'Yeniden deneyebileceğiniz zaman: {time}',
  searchLabel: 'Bu sitede ara',
  actions: {
    home: 'Ana sayfaya git',
    back: 'Geri dön',
    signIn: 'Oturum aç',
    reload: 'Bu sayfayı yenile',
    retry: 'Yeniden dene',
    update: 'Yeni sürümü yükle',
    search: 'Ara',
    report: 'Bu sorunu bildir',
    contact: 'Bize ulaşın',
    copy: 'Kopyala',
    close: 'Kapat',
  },
  copied: 'Kopyalandı.',
  copyByHand: 'Referans kodu seçildi. Klavyenizi veya menüyü kullanarak kopyalayın.',
};
