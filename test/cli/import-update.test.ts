import { describe, expect, it } from 'vitest';
import { png } from '../images.ts';
import { type ImportProject, openImportProject, SHOP } from './import-project.ts';

const ORDER = `# 주문 안내: 마케팅팀이 씁니다
kind: NotificationTemplate
id: order-paid
profile: shop
name: '주문 결제 안내' # 콘솔에 보이는 이름
category: "001001"
messageType: BA
# 본문
content: |
  #{이름}님, 결제가 완료되었습니다.

  감사합니다.

buttons:
  # 첫째 버튼
  - { type: WL, name: 주문 보기, link: { mobile: "https://m.example.com/o/#{주문번호}" } } # 모바일만
  - type: WL
    name: 고객센터 # 둘째
    link: { mobile: https://m.example.com/help }
lifecycle: draft
`;

async function opened(manifest: string, settings?: string): Promise<ImportProject> {
  const shop = await openImportProject(settings);
  await shop.write('manifests/order.yaml', manifest);
  expect((await shop.run('apply', '--yes')).exit).toBe(0);
  return shop;
}

/** What the console writes: the whole template anew. */
async function editInConsole(shop: ImportProject, change: object): Promise<void> {
  const profile = { alias: 'shop', key: SHOP.key, type: 'S' as const };
  const signal = new AbortController().signal;
  const { buttons, quickReplies, ...detail } = await shop.console.template.detail(profile, 'order_paid', signal);
  const request = {
    templateCode: detail.templateCode,
    templateName: detail.templateName,
    templateMessageType: detail.templateMessageType,
    templateEmphasizeType: detail.templateEmphasizeType,
    templateContent: detail.templateContent,
    categoryCode: detail.categoryCode ?? '',
    securityFlag: false,
    buttons: (buttons ?? []).map(({ name, linkType, linkMo, linkPc }) => ({
      name: name ?? '',
      linkType,
      ...(linkMo && { linkMo }),
      ...(linkPc && { linkPc }),
    })),
    ...change,
  };
  await shop.console.template.update(profile, request as never, signal);
}

describe('import --update', () => {
  it('rewrites what drifted, keeps the rest as it is written, and the next plan is empty', async () => {
    const shop = await opened(ORDER);
    await editInConsole(shop, {
      templateContent: '#{이름}님, 결제가 끝났습니다.\n\n- 감사합니다.',
      buttons: [
        { name: '주문 확인', linkType: 'WL', linkMo: 'https://m.example.com/o/#{주문번호}' },
        { name: '배송 조회', linkType: 'WL', linkMo: 'https://m.example.com/d', linkPc: 'https://example.com/d' },
        { name: '고객센터', linkType: 'WL', linkMo: 'https://m.example.com/help' },
      ],
    });
    const updated = await shop.run('import', 'order-paid', '--update');
    expect(updated).toMatchObject({ exit: 0 });
    expect(updated.out).toBe('');
    expect(await shop.read('manifests/order.yaml')).toBe(
      ORDER.replace('결제가 완료되었습니다.', '결제가 끝났습니다.')
        .replace('  감사합니다.', '  - 감사합니다.')
        .replace('name: 주문 보기', 'name: 주문 확인')
        .replace(
          '  - type: WL\n    name: 고객',
          '  - { type: WL, name: 배송 조회, link: { mobile: "https://m.example.com/d", pc: "https://example.com/d" } }\n  - type: WL\n    name: 고객',
        ),
    );
    expect(await shop.run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  });

  it('takes the state over too, where what is live is not on its way to the wanted one', async () => {
    const shop = await opened(ORDER.replace('lifecycle: draft\n', ''));
    await shop.control.reject({ profile: 'shop', templateCode: 'order_paid', comment: '다시' } as never);
    await editInConsole(shop, { templateName: '결제 안내' });
    const updated = await shop.run('import', 'order-paid', '--update');
    expect(updated.exit).toBe(0);
    expect(await shop.read('manifests/order.yaml')).toBe(
      `${ORDER.replace("'주문 결제 안내'", '결제 안내')}`,
    );
    expect(await shop.run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  });
});

void png;
