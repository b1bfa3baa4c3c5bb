import { accept, refuse, result } from '../answers.ts';
import { type Endpoints, ofAccount } from './access.ts';

/** Categories of templates and profiles. The documents list none (assumption 13). */

type TemplateCategory = Record<'code' | 'name' | 'groupName' | 'inclusion' | 'exclusion', string>;

function group(
  groupName: string,
  rows: readonly [code: string, name: string, inclusion: string, exclusion: string][],
): TemplateCategory[] {
  return rows.map(([code, name, inclusion, exclusion]) => ({ code, name, groupName, inclusion, exclusion }));
}

const list: readonly TemplateCategory[] = [
  ...group('회원', [
    ['001001', '회원가입', '가입 완료, 가입 인증 안내', '가입을 권하는 광고'],
    ['001002', '인증/비밀번호/로그인', '인증번호, 임시 비밀번호, 로그인 알림', '가입 완료 안내'],
    ['001003', '회원정보/회원혜택', '회원정보 변경, 등급 안내', '혜택을 알리는 광고'],
  ]),
  ...group('구매', [
    ['002001', '구매완료', '결제 완료, 영수증', '구매를 권하는 광고'],
    ['002002', '상품가입', '보험, 금융상품 가입', '가입을 권하는 광고'],
    ['002003', '진행상태', '제작, 수리의 진행 안내', '배송 안내'],
    ['002004', '구매취소', '취소, 환불, 교환 안내', '구매완료'],
  ]),
  ...group('예약', [
    ['003001', '예약완료/예약내역', '예약 확정, 예약 내역', '예약을 권하는 광고'],
    ['003002', '예약상태', '예약 변경, 방문 전 안내', '예약 확정'],
    ['003003', '예약취소', '예약 취소 안내', '예약 변경'],
  ]),
  ...group('서비스이용', [
    ['004001', '이용안내/공지', '이용 방법, 점검 공지', '광고'],
    ['004002', '신청접수', '신청, 접수 확인', '처리 결과'],
    ['004003', '처리완료', '신청한 일의 처리 결과', '접수 확인'],
    ['004004', '이용도구', '모바일 티켓, 이용권', '광고 쿠폰'],
  ]),
  ...group('배송', [
    ['005001', '배송상태', '배송 시작, 배송 진행', '배송 완료'],
    ['005002', '배송예정', '배송 예정일 안내', '배송 진행'],
    ['005003', '배송완료', '배송 완료 안내', '배송 진행'],
    ['005004', '배송실패', '배송 실패, 반송 안내', '구매취소'],
  ]),
  ...group('법적고지', [['006001', '수신동의', '수신동의 결과와 확인', '수신동의 요청']]),
  ...group('기타', [['007001', '기타', '다른 분류에 속하지 않는 안내', '광고']]),
];

export const templateCategories: ReadonlyMap<string, TemplateCategory> = new Map(list.map((row) => [row.code, row]));

export const profileCategories: ReadonlyMap<string, Record<'code' | 'name', string>> = new Map(
  [
    ['00100010001', '건강,병원,종합병원'],
    ['00200010002', '교육,학원,어학원'],
    ['00300010001', '쇼핑,종합몰,온라인쇼핑몰'],
    ['00300010002', '쇼핑,전문몰,의류'],
    ['00400010001', '금융,은행,은행'],
    ['00500010001', '기타,기타,기타'],
  ].map(([code = '', name = '']) => [code, { code, name }]),
);

/** The endpoints of categories, with the path of the look-up of one. */
export function ofCategories(
  path: string,
  categories: ReadonlyMap<string, Record<'code' | 'name', string>>,
): Endpoints {
  return {
    [`${path}/all`]: ofAccount({}, () => accept({ data: Array.from(categories.values(), (one) => ({ ...one })) })),
    [path]: ofAccount({ categoryCode: { is: 'text', required: true } }, (_machine, { categoryCode }) => {
      const category = categories.get(categoryCode);
      return category ? accept({ data: { ...category } }) : refuse(result.category, 'there is no such category');
    }),
  };
}
