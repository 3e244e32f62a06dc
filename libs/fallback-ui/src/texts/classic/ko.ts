import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/ko.ts';

/** Korean, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: '이 페이지에 접근할 권한이 없습니다.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: '이 페이지에 접근할 수 없습니다.',
  },
  notFound: { ...plain.notFound, heading: '이 페이지를 찾을 수 없습니다.' },
  error: { ...plain.error, heading: '문제가 발생했습니다.' },
  globalError: {
    ...plain.globalError,
    heading: '문제가 발생했습니다.',
    clientSide:
      '애플리케이션 오류: 클라이언트 측 예외가 발생했습니다(자세한 내용은 브라우저 콘솔을 확인해 주세요).',
    serverSide: '애플리케이션 오류: 서버 측 예외가 발생했습니다(자세한 내용은 서버 로그를 확인해 주세요).',
  },
  digest: 'Digest: {digest}',
};
