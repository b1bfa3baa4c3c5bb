import { expect, it } from 'vitest';
import { englishIn } from '../report/english.ts';
import { openProject, type Ran } from './project.ts';

/** The commands of a day's work, in a project with `language: ko`. No line that a person reads has an English word. */

const CONFIG = `language: ko
defaults: { environment: local, profile: shop, sender: main }
environments:
  local:
    emulator: true
    profiles: { shop: { key: ${'s'.repeat(40)} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
    variables: { host: shop.example.com }
  other:
    emulator: true
    profiles: { shop: { key: ${'o'.repeat(40)} } }
    variables: { host: other.example.com }
`;

const PAID = 'manifests/order-paid.yaml';
const paid = `kind: NotificationTemplate
id: order-paid
name: 주문 결제 안내
category: "002001"
messageType: BA
emphasis: { type: TEXT, title: "#{금액}원", subtitle: 결제 완료 }
content: "#{이름}님, 주문하신 상품의 결제가 완료되었습니다."
buttons:
  - { type: WL, name: 주문 보기, link: { mobile: "https://\${var:host}/orders/#{주문번호}" } }
samples: [{ name: 기본, values: { 이름: 홍길동, 금액: "29,800", 주문번호: "17" } }]
`;
const NAMES = ['local', 'other', 'shop', 'qa', 'main', 'success', 'Node', 'js', 'order', 'welcome', 'resubmits'];

it('plan, apply, send, wait, the inbox, import and diff are Korean', { timeout: 60_000 }, async () => {
  const project = await openProject(CONFIG);
  await project.write(PAID, paid);
  const english: string[] = [];
  const run = async (
    line: string,
    exit: number,
    said: string,
    given: Parameters<typeof project.run>[1] = {},
  ): Promise<Ran> => {
    const ran = await project.run(line.split(' '), given);
    expect([line, ran.exit, `${ran.err}${ran.out}`]).toEqual([line, exit, expect.stringContaining(said)]);
    // Why something is no part of a catalog or an import is for engineers.
    if (!/^(?:catalog|import)/.test(line))
      english.push(...englishIn(`${ran.err}\n${ran.out}`, NAMES).map((found) => `${line}: ${found}`));
    return ran;
  };
  await run('plan', 0, '배포 계획: 추가 1개.');
  await run('catalog', 0, '보낼 수 있는 템플릿이 없습니다.');
  await run('apply --yes', 0, '결과: 추가 완료 1개.');
  await run('emulator requests', 0, '검수 요청');
  await run('wait --timeout 1s', 5, '아직 대기 중 1개');
  await run('emulator reject order-paid --comment 사유를_적습니다', 0, '반려: NotificationTemplate/shop/order-paid');
  await run('wait', 5, '반려 1개');
  await run('plan', 0, '멈춘 변경 1개');
  await run('plan', 0, 'REJ 반려 · 수정 필요');
  await run('plan', 0, '→ 해결 방법: 파일의 문구를 고치세요. 고친 문구를 적용하면 다시 검수를 요청합니다.');
  await run('plan', 0, '`notiform plan --resubmit NotificationTemplate/shop/order-paid`');
  await run('plan', 0, '반려된 문구에서 바뀐 것이 없음\n');
  await run('status', 0, '검수자 · 반려 · ');
  await run('preview --format svg --out 그림', 0, '파일 1개를 그림 폴더에 저장했습니다.');
  await project.write(PAID, paid.replace('결제가', '주문 결제가'));
  await run('plan', 0, '반려 사유:');
  await run('plan', 0, '검수자 · 반려 · ');
  await run('plan --out plan.json', 0, '다음 명령: notiform -e local apply plan.json');
  await run('apply plan.json', 0, '수정 완료');
  await run('emulator approve order-paid', 0, '승인: NotificationTemplate/shop/order-paid');
  await run('wait', 0, '대기 중인 리소스가 없습니다.');
  await run('plan', 0, '바뀌는 내용이 없습니다.');
  await run('catalog', 0, '금액, 이름');
  await run('catalog --out order.json', 0, 'order.json 파일에 저장했습니다.');
  await run('catalog --out order.json', 0, 'order.json 파일에 바뀐 내용이 없습니다.');
  await project.write(PAID, paid.replace('결제가', '주문 결제가').replace('id: ', 'id:   '));
  await run('send order-paid --to qa --dry-run', 0, '검증 완료: 승인된 템플릿과 일치');
  await run('send order-paid --to qa --yes --allow locks-text', 0, '메시지 1개: 발송 성공 1개.');
  await run('report --since 24h', 0, '발송 성공 (7000)');
  await run('emulator inbox', 0, '알림 메시지 (at), 수신 010****0000');
  await run('get profiles', 0, '아니요');
  await project.write(PAID, paid);
  await run('plan', 0, '→ 해결 방법: manifests/order-paid.yaml 파일에 `versions: true` 추가');
  await run('import', 0, '마지막 적용 뒤에 파일을 고침. 배포 계획을 확인하고 적용하세요');
  await run('import order-paid --update', 0, '가져오기: 수정한 파일 0개, 파일을 고침 1개.');
  await run('diff local other', 0, '서비스의 현재 내용: - local  + other');
  await run('diff local other --declared', 0, '1개 중 1개가 다릅니다.');
  expect(english).toEqual([]);
});
