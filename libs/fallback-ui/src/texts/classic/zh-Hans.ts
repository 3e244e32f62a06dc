import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/zh-Hans.ts';

/** Simplified Chinese, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: '您无权访问此页面。',
  },
  forbidden: { ...plain.forbidden, heading: '无法访问此页面。' },
  notFound: { ...plain.notFound, heading: '找不到此页面。' },
  error: { ...plain.error, heading: '出错了。' },
  globalError: {
    ...plain.globalError,
    heading: '出错了。',
    clientSide: '应用程序错误：发生了客户端异常（有关详细信息，请查看浏览器控制台）。',
    serverSide: '应用程序错误：发生了服务器端异常（有关详细信息，请查看服务器日志）。',
  },
  digest: 'Digest：{digest}',
};
