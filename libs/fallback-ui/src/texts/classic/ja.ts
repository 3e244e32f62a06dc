import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/ja.ts';

/** Japanese, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'このページにアクセスする権限がありません。',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'このページにアクセスできませんでした。',
  },
  notFound: { ...plain.notFound, heading: 'このページは見つかりませんでした。' },
  error: { ...plain.error, heading: '問題が発生しました。' },
  globalError: {
    ...plain.globalError,
    heading: '問題が発生しました。',
    clientSide:
      'アプリケーションエラー：クライアント側の例外が発生しました（詳しくはブラウザーのコンソールをご確認ください）。',
    serverSide:
      'アプリケーションエラー：サーバー側の例外が発生しました（詳しくはサーバーのログをご確認ください）。',
  },
  digest: 'Digest：{digest}',
};
