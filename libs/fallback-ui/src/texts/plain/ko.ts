import type { FallbackTexts } from '../fallback-texts.ts';

/** Korean. */
export const texts: FallbackTexts = {
  lang: 'ko',
  dir: 'ltr',
  unauthorized: {
    heading: '이 페이지를 보려면 로그인해 주세요',
    impact: '로그인한 이용자만 볼 수 있는 페이지입니다. 자동으로 로그아웃되었을 수 있습니다.',
    advice: '로그인한 다음 이 페이지를 다시 열어 주세요.',
  },
  forbidden: {
    heading: '이 페이지를 볼 권한이 없습니다',
    impact: '이 페이지는 특정 이용자나 계정만 볼 수 있습니다.',
    advice: '권한이 있어야 한다고 생각되면 사이트 운영자에게 문의하거나 다른 계정을 이용해 주세요.',
  },
  notFound: {
    heading: '이 주소에는 페이지가 없습니다',
    impact: '페이지가 이동되었거나 주소가 잘못되었을 수 있습니다.',
    advice:
      '주소를 직접 입력했다면 올바른지 확인해 주세요. 링크를 따라왔다면 메인 페이지에서 다시 시작해 주세요.',
  },
  tooManyRequests: {
    heading: '짧은 시간에 요청이 너무 많았습니다',
    impact: '마지막 요청은 처리되지 않았습니다. 같은 네트워크의 다른 이용자 때문일 수도 있습니다.',
    advice: '잠시 기다린 뒤 다시 시도해 주세요.',
  },
  maintenance: {
    heading: '현재 이 사이트를 이용할 수 없습니다',
    impact: '현재 작업 중입니다. 마지막 요청은 처리되지 않았을 수 있습니다.',
    advice:
      '나중에 다시 시도해 주세요. 같은 내용을 다시 보내기 전에 처음 보낸 것이 접수되었는지 확인해 주세요.',
  },
  error: {
    heading: '이 페이지에 문제가 생겨 죄송합니다',
    impact: '여기에 입력하고 저장하지 않은 내용은 사라졌을 수 있습니다.',
    advice: '다시 시도해 주세요. 문제가 계속되면 나중에 다시 방문하거나 사이트 운영자에게 알려 주세요.',
  },
  globalError: {
    heading: '이 사이트에 문제가 생겨 죄송합니다',
    clientSide: '브라우저에서 페이지가 실행되는 동안 오류가 발생했습니다.',
    serverSide: '페이지를 준비하는 동안 사이트 쪽에서 오류가 발생했습니다.',
    impact: '입력하고 저장하지 않은 내용은 사라졌을 수 있습니다.',
    advice:
      '페이지를 새로고침해 주세요. 문제가 계속되면 나중에 다시 방문하거나 사이트 운영자에게 알려 주세요.',
  },
  offline: {
    heading: '현재 오프라인 상태입니다',
    impact:
      '인터넷에 연결되어 있지 않아 이 페이지를 불러오지 못했습니다. 마지막 요청은 처리되지 않았을 수 있습니다.',
    advice: '연결 상태를 확인한 뒤 다시 시도해 주세요.',
  },
  update: {
    heading: '이 사이트가 업데이트되었습니다',
    impact:
      '이 페이지는 이전 버전이라 일부를 더 이상 불러올 수 없습니다. 여기에 입력하고 저장하지 않은 내용은 사라졌을 수 있습니다.',
    advice: '새 버전을 불러와 주세요.',
    adviceInPart: '입력하고 저장하지 않은 내용을 복사한 다음 새 버전을 불러와 주세요.',
    sendAgain: '보내신 내용이 처리되지 않았습니다. 양식을 확인한 다음 다시 보내 주세요.',
  },
  inlineError: {
    heading: '페이지의 이 부분을 표시하지 못했습니다',
    advice: '페이지의 나머지 부분은 계속 이용할 수 있습니다. 다시 시도하거나 나중에 다시 방문해 주세요.',
  },
  code: '오류 {code}',
  digest: '참조 코드: {digest}',
  retryAfter: '다시 시도할 수 있는 시점: {time}',
  searchLabel: '사이트 내 검색',
  actions: {
    home: '메인 페이지로 이동',
    back: '뒤로 가기',
    signIn: '로그인',
    reload: '페이지 새로고침',
    retry: '다시 시도',
    update: '새 버전 불러오기',
    search: '검색',
    report: '문제 신고',
    contact: '문의하기',
    copy: '복사',
    close: '닫기',
  },
  copied: '복사했습니다.',
  copyByHand: '참조 코드가 선택되었습니다. 키보드나 메뉴로 복사해 주세요.',
};
