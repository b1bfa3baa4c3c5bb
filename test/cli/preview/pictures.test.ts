import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { viewOf } from '../streams.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMMENT = '출발 시각은 확정된 내용만 안내해 주세요.';

const TEMPLATE = `kind: NotificationTemplate
id: order-paid
name: 주문 결제 안내
category: "002001"
messageType: BA
emphasis: { type: TEXT, title: "#{금액}원", subtitle: 결제 완료 }
content: |
  #{이름}님, 결제가 완료되었습니다.

  ▶ 결제 금액: #{금액}원
  상품이 준비되면 배송 안내를 보내 드립니다.
buttons:
  - { type: WL, name: 주문 보기, link: { mobile: "https://shop.example.com/orders/#{주문번호}" } }
samples: [{ name: 기본, values: { 이름: 홍길동, 금액: "29,800", 주문번호: "17" } }]
`;

/** A payload of an application that lacks one space of its template. */
const PAYLOAD = {
  account: 'shop',
  type: 'at',
  from: '15880000',
  to: '01000000000',
  refkey: 'order-17',
  content: {
    at: {
      senderkey: 'a'.repeat(40),
      templatecode: 'order_paid',
      title: '29,800원',
      message: '홍길동님, 결제가 완료되었습니다.\n\n▶ 결제금액: 29,800원\n상품이 준비되면 배송 안내를 보내 드립니다.',
      button: [{ name: '주문 보기', type: 'WL', url_mobile: 'https://shop.example.com/orders/17' }],
    },
  },
};

/** `npx vitest run test/cli/preview/pictures.test.ts -u` draws the picture again. */
it.each([
  ['README.md', 'en', 'review.svg'],
  ['README.ko.md', 'ko', 'review.ko.svg'],
])('the picture and the outputs of %s are those of a project', async (page, language, picture) => {
  const readme = await readFile(join(ROOT, page), 'utf8');
  const cwd = await mkdtemp(join(tmpdir(), 'notiform-readme-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const run = async (exit: number, ...words: string[]): Promise<string> => {
    const view = viewOf({ cwd });
    expect([await runProgram(words, view), words], view.err()).toEqual([exit, words]);
    return view.out();
  };
  const order = join(cwd, 'manifests/order-paid.yaml');

  await run(0, 'init', '--language', language);
  await writeFile(order, TEMPLATE);
  await run(0, 'apply', '--yes');
  await run(0, 'emulator', 'approve', '*');
  await writeFile(join(cwd, 'order-paid.json'), JSON.stringify(PAYLOAD));
  const differs = await run(1, 'send', '--check', 'order-paid.json');
  expect(differs).toContain(/^ {2}✗ message[\s\S]*?\^\n/m.exec(readme)?.[0]);

  await writeFile(order, TEMPLATE.replace(/상품이 .*/, '오후 2시 전에 주문하시면 오늘 출발합니다.'));
  const welcome = await readFile(join(cwd, 'manifests/welcome.yaml'), 'utf8');
  await rm(join(cwd, 'manifests/welcome.yaml'));
  const comment = await run(0, 'plan', '--format', 'markdown');
  await run(0, 'preview', 'order-paid', '--format', 'svg', '--out', 'pictures');
  const bubble = await readFile(join(cwd, 'pictures/NotificationTemplate/shop/order-paid.gibon.svg'), 'utf8');
  await expect(drawReview(comment, bubble)).toMatchFileSnapshot(join(ROOT, 'docs/pictures', picture));
  expect(readme).toContain(`](docs/pictures/${picture})`);

  await writeFile(join(cwd, 'manifests/welcome.yaml'), welcome);
  await run(0, 'apply', '--yes');
  await run(0, 'emulator', 'reject', 'NotificationTemplate/shop/order-paid@v2', '--comment', COMMENT);
  const status = (await run(0, 'status')).replace(/\d{4}-\d\d-\d\d \d\d:\d\d KST/, '2026-12-01 09:00 KST');
  expect(status).toContain(/^~ NotificationTemplate[\s\S]*?│ .*\n/m.exec(readme)?.[0]);
});

/** Draws the comment on a pull request: its warning, the lines of the body that differ, and the message. */
function drawReview(markdown: string, bubble: string): string {
  const plain = markdown
    .replaceAll(/<[^>]*>|\*\*|&#8203;/g, '')
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)));
  const [, title = '', lead = '', blocked = ''] =
    /^### (.*)\n[\s\S]*?WARNING\]\n> (.*)\n>\n> - (.*)$/m.exec(plain) ?? [];
  const change = plain.slice(plain.lastIndexOf('\n주문 결제 안내 (v2)') + 1);
  const [headline = '', , effects = ''] = change.split('\n');
  const lines = change.match(/^[-+ ] │ ?[▶상오].*$/gm) ?? [];
  const [reason = '', way = ''] = blocked.split(/\. (?=[^.]*: )/);
  const [, width = '0', height = '0'] = /width="(\d+)" height="(\d+)"/.exec(bubble) ?? [];

  const text = (x: number, y: number, look: string, words: string): string =>
    `<text x="${x}" y="${y}" class="${look}">${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
  const diff = lines.flatMap((line, index) => {
    const y = 330 + 24 * index;
    const look = line.startsWith('-') ? 'gone' : 'new';
    const row = line.startsWith(' ') ? [] : [`<rect x="25" y="${y - 17}" width="410" height="24" class="${look}"/>`];
    return [...row, text(34, y, 'mono', line)];
  });
  const total = 308 + Number(height);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="840" height="${total + 20}" viewBox="0 0 840 ${total + 20}" role="img" lang="ko" xml:space="preserve"><title>${title}</title>`,
    `<style>${STYLE}</style>`,
    `<rect x="1" y="1" width="838" height="${total + 18}" rx="8" class="page"/><path d="M1 44h838" class="edge"/>`,
    text(24, 28, 'soft', 'github-actions bot'),
    text(24, 80, 'title', title),
    '<path d="M26 100v98" class="bar"/>',
    text(42, 116, 'warning', '⚠ Warning'),
    text(42, 142, 'text', lead),
    text(42, 166, 'text', `• ${reason}`),
    text(42, 190, 'text', way),
    text(24, 236, 'strong', headline),
    ...effects.split(' · ').map((effect, index) => text(24, 258 + 22 * index, 'soft', effect)),
    `<rect x="25" y="304" width="410" height="${24 * lines.length + 12}" rx="6" class="edge"/>`,
    ...diff,
    bubble.replace('<svg ', `<svg x="${820 - Number(width)}" y="304" `).trim(),
    '</svg>',
    '',
  ].join('\n');
}

const STYLE = `.page{fill:#fff;stroke:#d1d9e0}.edge{fill:none;stroke:#d1d9e0}.bar{stroke:#9a6700;stroke-width:4}.gone{fill:#ffebe9}.new{fill:#dafbe1}
text{font:14px system-ui,-apple-system,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif;fill:#1f2328}.title{font-size:20px;font-weight:600}.strong{font-weight:600}.soft{fill:#59636e}.warning{fill:#9a6700;font-weight:600}.mono{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12.5px}
@media (prefers-color-scheme:dark){.page{fill:#0d1117;stroke:#3d444d}.edge{stroke:#3d444d}.bar{stroke:#d29922}.gone{fill:#3c1618}.new{fill:#12261e}text{fill:#f0f6fc}.soft{fill:#9198a1}.warning{fill:#d29922}}`;
