import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/hi.ts';

/** Hindi, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'आपके पास इस पेज को ऐक्सेस करने की अनुमति नहीं है।',
  },
  forbidden: { ...plain.forbidden, heading: 'इस पेज को ऐक्सेस नहीं किया जा सका।' },
  notFound: { ...plain.notFound, heading: 'यह पेज नहीं मिल सका।' },
  error: { ...plain.error, heading: 'कोई गड़बड़ी हुई।' },
  globalError: {
    ...plain.globalError,
    heading: 'कोई गड़बड़ी हुई।',
    clientSide: 'ऐप्लिकेशन त्रुटि: क्लाइंट-साइड अपवाद हुआ है (ज़्यादा जानकारी के लिए ब्राउज़र कंसोल देखें)।',
    serverSide: 'ऐप्लिकेशन त्रुटि: सर्वर-साइड अपवाद हुआ है (ज़्यादा जानकारी के लिए सर्वर लॉग देखें)।',
  },
  digest: 'Digest: {digest}',
};
