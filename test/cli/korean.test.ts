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
    english.push(...englishIn(`${ran.err}\n${ran.out}`, NAMES).map((found) => `${line}: ${found}`));
    return ran;
  };
  await run('plan', 0, '배포 계획: 추가 1개.');
  await run('catalog', 0, '보낼 수 있는 템플릿이 없습니다.');
  await run('apply', 7, 'local 환경에 이 변경을 적용할까요? 터미널이 아니라서 확인을 받을 수 없습니다.');
  await run('apply', 7, '적용할까요? [y=예/N=아니요] ', { terminal: true, input: 'n\n' });
  await run('apply', 7, '아무것도 적용하지 않았습니다.', { terminal: true, input: 'n\n' });
  await run('apply --yes', 0, '결과: 추가 완료 1개.');
  await run('emulator requests', 0, '검수 요청');
  await run('wait --timeout 1s', 5, '아직 대기 중 1개');
  await run('emulator reject order-paid --comment ', 64, '해결: 검수자처럼 반려 사유를 쓰세요:');
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
  await run(
    'catalog --out manifests/order-paid.yaml --format ts',
    1,
    '파일이 카탈로그 파일이 아니라서 덮어쓰지 않습니다',
  );
  await run('profile recover shop', 0, 'shop: 휴면 상태가 아닙니다. 바꿀 내용이 없습니다');
  await run('profile recover', 64, '발신 프로필을 쓰지 않았습니다');
  await project.write(PAID, paid.replace('결제가', '주문 결제가').replace('id: ', 'id:   '));
  await run('fmt --check', 1, '파일 1개의 형식이 다릅니다. `notiform fmt` 명령으로 정리하세요.');
  await run('fmt', 0, '파일 1개를 정리했습니다.');
  await run('fmt', 0, '파일 1개에 바꿀 내용이 없습니다.');
  await run('send order-paid --to qa --dry-run', 0, '검증 완료: 승인된 템플릿과 일치');
  await run('send order-paid --to qa', 7, '첫 발송이라');
  await run('send order-paid --to qa', 7, '해결: `--yes --allow locks-text` 옵션을 붙이세요:');
  await run('send order-paid --to qa --yes --allow locks-text', 0, '메시지 1개: 발송 성공 1개.');
  await run('send order-paid --to nobody', 3, '수신자');
  await run('report --since 24h', 0, '발송 성공 (7000)');
  await run('emulator inbox', 0, '알림 메시지 (at), 수신 010****0000');
  await run('get profiles', 0, '아니요');
  await project.write(PAID, paid);
  await run('plan', 0, '→ 해결 방법: manifests/order-paid.yaml 파일에 `versions: true` 추가');
  await run('import', 0, '마지막 적용 뒤에 파일을 고침. 배포 계획을 확인하고 적용하세요');
  await run('import order-paid --update', 0, '가져오기: 수정한 파일 0개, 파일을 고침 1개.');
  await run('doctor', 0, '해결할 문제가 없습니다: 정상 ');
  await run('diff local other', 0, '서비스의 현재 내용: - local  + other');
  await run('diff local other --declared', 0, '1개 중 1개가 다릅니다.');
  await run('state show', 0, '연결된 주소 1개.');
  await run('state export --out state.json', 0, 'state.json 파일에 저장했습니다.');
  await run('state move order-paid order-done', 7, '이 주소로 옮길까요? 터미널이 아니라서');
  await run('state move order-paid order-done --yes', 0, '옮겼습니다.\n파일에 `code` 필드가 없으면 `code: order_paid`');
  await run('state bind order-paid nothing', 1, '알림 템플릿입니다');
  await run('state forget order-done', 7, '상태에서 이 주소를 지울까요?');
  await run('state forget order-done --yes', 0, '상태에서 지웠습니다.');
  await run('state forget order-done --yes', 64, '주소가 일치하는');
  await run('state bind order-paid order_paid', 0, '리소스에 연결했습니다.');
  await run('state bind order-paid order_paid', 0, '이미 order_paid 리소스에');
  await run('state unlock --all', 0, '잠긴 발신 프로필이 없습니다.');
  await run('state unlock', 64, '쓸 수 있는 발신 프로필: shop');
  expect(english).toEqual([]);
});

it('an error before notiform.yaml is read, or in it, is in its language', async () => {
  const { run, write } = await openProject(CONFIG);
  const said = async (words: string[], given = {}): Promise<string> => (await run(words, given)).err;
  expect(await said(['plann'])).toContain('오류: 없는 명령입니다: `plann`');
  expect(await said(['plan', '--colour'])).toContain('오류: 없는 옵션입니다');
  expect(await said(['-e', 'nowhere', 'plan'])).toContain('오류: notiform.yaml에 없는 환경입니다: `nowhere`');
  expect(await said(['plann'], { env: { NOTIFORM_LANGUAGE: 'en' } })).toContain("error: unknown command 'plann'");
  expect(await said(['--language', 'en', 'plann'])).toContain('error:');
  expect(await said(['get'])).toContain('해결: 조회할 대상: templates,');
  await write('manifests/a.yaml', 'kind: 알림템플릿\nid: a\n');
  expect((await said(['validate'])).replace(/\s+/g, ' ')).toContain(
    '혹시 `NotificationTemplate`인가요? 쓸 수 있는 종류: `NotificationTemplate`(알림 템플릿), ',
  );
  expect((await run(['explain', '7308'])).out).toContain('이 번호로 메신저를 쓰지 않는 수신자');
  await write('notiform.yaml', 'version: 2\nlanguage: ko\nenvironments: { a: {} }\n');
  expect(await said(['plan'])).toContain('오류: `version`에는 1만 쓸 수 있습니다');
  await write('notiform.yaml', 'version: 1\nlanguage: "ko" # 한국어\nenvironments: [\n');
  expect(await said(['plan'])).toMatch(/notiform\.yaml:\d+:\d+: 오류: /);
  expect(await said(['plan', '--json'])).toBe('');
  await write('notiform.yaml', 'version: 1\nenvironments: [\n# language: ko\n  language: ko\n');
  expect(await said(['plan'])).toMatch(/notiform\.yaml:\d+:\d+: error: /);
  await write('other.yaml', 'language: ko\nenvironments: [\n');
  expect(await said(['-c', 'other.yaml', 'plan'])).toMatch(/other\.yaml:\d+:\d+: 오류: /);
  expect(await said(['-c', 'other.yaml', 'plann'])).toContain('오류: 없는 명령입니다');
  expect(await said(['plann'], { cwd: '/' })).toContain('error:');
});
