import type { FallbackTexts } from '../fallback-texts.ts';

/** Simplified Chinese. */
export const texts: FallbackTexts = {
  lang: 'zh-Hans',
  dir: 'ltr',
  unauthorized: {
    heading: '请登录后查看此页面',
    impact: '此页面仅向已登录的用户显示。您可能已被自动退出登录。',
    advice: '请先登录，再重新打开此页面。',
  },
  forbidden: {
    heading: '您没有权限查看此页面',
    impact: '此页面仅供特定用户或账号查看。',
    advice: '如果您认为自己应有权限，请联系网站运营方，或换用其他账号。',
  },
  notFound: {
    heading: '此网址没有对应的页面',
    impact: '页面可能已被移动，或者网址有误。',
    advice: '如果网址是您自己输入的，请检查是否正确。如果是通过链接打开的，请从首页重新开始。',
  },
  tooManyRequests: {
    heading: '短时间内请求过多',
    impact: '您的上一次请求未被执行。这也可能与同一网络中的其他用户有关。',
    advice: '请稍等片刻，然后重试。',
  },
  maintenance: {
    heading: '此网站暂时无法使用',
    impact: '我们正在处理。您的上一次请求可能未被执行。',
    advice: '请稍后重试。再次提交之前，请先确认第一次提交的内容是否已送达。',
  },
  error: {
    heading: '抱歉，此页面出现了问题',
    impact: '您在此处输入但尚未保存的内容可能已丢失。',
    advice: '请重试。如果问题仍然存在，请稍后再来，或告知网站运营方。',
  },
  globalError: {
    heading: '抱歉，此网站出现了问题',
    clientSide: '页面在您的浏览器中运行时发生了错误。',
    serverSide: '在准备页面的过程中，我们这边发生了错误。',
    impact: '您已输入但尚未保存的内容可能已丢失。',
    advice: '请重新加载页面。如果问题仍然存在，请稍后再来，或告知网站运营方。',
  },
  offline: {
    heading: '您当前处于离线状态',
    impact: '由于没有网络连接，此页面无法加载。您的上一次请求可能未被执行。',
    advice: '请检查网络连接，然后重试。',
    held: '您输入的内容保留在此页面上，恢复联网后会自动提交。',
  },
  update: {
    heading: '此网站已更新',
    impact: '此页面属于旧版本，部分内容已无法加载。您在此处输入但尚未保存的内容可能已丢失。',
    advice: '请加载新版本。',
    adviceInPart: '请先复制已输入但尚未保存的内容，再加载新版本。',
    sendAgain: '您提交的内容未被处理。请检查表单，然后重新提交。',
  },
  inlineError: {
    heading: '页面的这一部分未能显示',
    advice: '页面的其他部分仍可正常使用。请重试，或稍后再来。',
  },
  code: '错误 {code}',
  digest: '参考编号：{digest}',
  retryAfter: '下次可重试的时间：{time}',
  searchLabel: '搜索此网站',
  actions: {
    home: '前往首页',
    back: '返回',
    signIn: '登录',
    reload: '重新加载此页面',
    retry: '重试',
    update: '加载新版本',
    search: '搜索',
    report: '报告此问题',
    contact: '联系我们',
    copy: '复制',
    close: '关闭',
  },
  copied: '已复制。',
  copyByHand: '参考编号已选中。请使用键盘或菜单复制。',
};
