import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/core/language.ts';
import { type Blocked, type Change, type Plan, todoWay } from '../../../src/core/plan.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { acceptedProblems } from '../../../src/engine/plan/guard.ts';
import { RISK_WORDS } from '../../../src/engine/route/route.ts';
import { say } from '../../../src/engine/sentences.ts';
import { inert } from '../../../src/report/markdown/markdown.ts';
import { drawPlanMarkdown } from '../../../src/report/results.ts';
import { blockedOf, changeOf, PAID, planOf, stepsOf, wholePlan } from '../plans.ts';
import { outside } from './outside.ts';

const code = (text: string): string => `<code>${inert(text)}</code>`;

const update = (id: string, before: string, after: string, more: Partial<Change> = {}): Change =>
  changeOf({
    address: `NotificationTemplate/shop/${id}`,
    before: { name: '회원 가입 안내', content: before },
    after: { name: '회원 가입 안내', content: after },
    fields: [{ path: 'content', before, after, format: 'text' }],
    ...more,
  });

/** A new version of a text in use. */
const version = (more: Partial<Change> = {}): Change => {
  const [before, after] = ['안녕하세요, #{이름}님.\n- 택배사: 하나', '안녕하세요, #{이름} 회원님.\n- 택배사: 하나'];
  return update('order@v2', before, after, {
    action: 'version',
    reasons: ['in-use'],
    before: { code: 'order', name: '배송 안내', content: before },
    after: { code: 'order_v2', name: '배송 안내 (v2)', content: after },
    steps: stepsOf('absent', ['register', 'REG'], ['request inspection', 'REQ']),
    ...more,
  });
};

/** A rejected template with another text, or with the same. */
const corrected = (more: Partial<Change> = {}): Change =>
  update('order', 'a', 'b', {
    live: { state: 'REJ' },
    steps: stepsOf('REJ', ['update', 'REG'], ['request inspection', 'REQ']),
    comments: [
      { content: '첫 검수입니다.', createdAt: '2026-11-18 10:00:00', status: 'REQ', userName: '' },
      { content: '할인 문구를 빼 주세요.', createdAt: '2026-11-19 10:00:00', status: 'REJ', userName: '검수자' },
    ],
    comment: '할인 문구를 뺐습니다.',
    ...more,
  });

/** The lead of a plan: its first paragraph. */
function leadOf(plan: Plan, language: 'en' | 'ko' = 'en'): string {
  const [, ...lines] = drawPlanMarkdown(plan, { language }).split('\n');
  return lines
    .slice(
      0,
      lines.findIndex((line) => /^\||^<sub>/u.test(line)),
    )
    .join('\n')
    .trim();
}

describe('a plan for its reviewers', () => {
  it.each([
    [
      'en',
      'CAUTION]\n> 1 notification template (여름 휴무 안내) cannot be restored after the deletion.',
      'WARNING]\n> This plan is not complete: something could not be read, so changes may be missing.',
    ],
    [
      'ko',
      'CAUTION]\n> 알림 템플릿 1개(여름 휴무 안내)는 삭제하면 되돌릴 수 없습니다.',
      'WARNING]\n> 일부를 읽지 못해 배포 계획이 완전하지 않습니다. 여기에 없는 변경이 있을 수 있습니다.',
    ],
  ] as const)(
    'has a box for what is lost for ever, and one if something could not be read: %s',
    (language, ...boxes) => {
      const drawn = drawPlanMarkdown(wholePlan(), { language });
      for (const box of boxes) expect(drawn).toContain(`> [!${box}\n`);
    },
  );

  it.each(LANGUAGES)('begins with what changes and what it costs: %s', (language) => {
    const plan = planOf({
      changes: [version(), update('a', 'a', 'b', { live: { state: 'A' }, steps: stepsOf('A', ['update', 'A']) })],
    });
    expect(
      drawPlanMarkdown(plan, { language, linkOf: ({ file, line }) => `https://example.com/${file}#L${line}` }),
    ).toMatchSnapshot();
  });

  it('names the template categories that the list has', () => {
    const drawn = (categories: Record<string, string>): string =>
      drawPlanMarkdown(wholePlan(), { language: 'ko', categories });
    expect(drawn({ '001001': '회원 > 회원가입' })).toContain('  카테고리\n+ │ 회원 > 회원가입 (001001)\n');
    expect(drawn({ '002001': '구매 > 구매완료' })).toContain('  카테고리\n+ │ 001001\n');
  });

  it('shows the lint warnings of what changes and what cannot be sent, and nothing else', () => {
    const lint = (address: string, rule?: string): Problem => ({
      code: 'likely-rejected',
      severity: 'warning',
      message: `About ${address}`,
      address,
      ...(rule === undefined ? {} : { rule }),
    });
    const of = (id: string): string => `NotificationTemplate/shop/${id}`;
    const plan = planOf({ changes: [version(), update('a', 'a', 'b')], problems: [lint(of('a'), 'AT33')] });
    const problems = [
      ...plan.problems,
      lint(of('order'), 'AT19'),
      lint(of('a'), 'AT24'),
      lint(of('b'), 'AT19'),
      lint(of('a')),
      { ...lint(of('a')), code: 'not-sendable' as const },
    ];
    const lines = drawPlanMarkdown(plan, { problems })
      .split('\n')
      .filter((line) => line.includes('About'));
    expect(lines[2]).toContain('- **Warning**: 배송 안내 &#40;v2&#41;: About');
    expect(lines.map((line) => /About \S+ .*<code>([\w-]+)/u.exec(line)?.[1])).toEqual([
      'not-sendable',
      'AT33',
      'AT19',
      'AT24',
    ]);
  });

  it.each([
    ['en', 'Rejected because:', 'Comment for the inspector:'],
    ['ko', '반려 사유:', '검수자에게 보내는 의견:'],
  ] as const)('shows the reason of a rejection and the comment that answers it: %s', (language, reason, answer) => {
    const plan = planOf({ changes: [corrected()] });
    const drawn = drawPlanMarkdown(plan, { language });
    expect(drawn).toContain(
      `**${reason}**\n\n<sub>검수자 · 2026-11-19 10:00 KST</sub>\n\n\`\`\`text\n할인 문구를 빼 주세요.`,
    );
    expect(drawn).toContain(`**${answer}**\n\n\`\`\`text\n할인 문구를 뺐습니다.`);
    expect(drawn).not.toContain('첫 검수입니다.');
    const draft = drawPlanMarkdown(planOf({ changes: [corrected({ steps: stepsOf('REJ', ['update', 'REG']) })] }), {
      language,
    });
    expect([draft.includes(reason), draft.includes(answer)]).toEqual([true, false]);
  });

  it.each([
    ['en', 'Inspection comments:', 'Rejected because:'],
    ['ko', '검수 의견:', '반려 사유:'],
  ] as const)('does not call a question of an inspection a rejection: %s', (language, question, reason) => {
    const comments = [{ content: '용도가 무엇인가요?', createdAt: '2026-11-19 10:00:00', status: 'INQ', userName: '' }];
    const drawn = drawPlanMarkdown(planOf({ changes: [corrected({ live: { state: 'REQ' }, comments })] }), {
      language,
    });
    expect(drawn).toContain(`**${question}**`);
    expect(drawn).not.toContain(reason);
  });

  it('names resources of several kinds beside the noun of each', () => {
    const brand = { ...update('sale', 'a', 'b'), address: 'BrandTemplate/shop/sale', kind: 'BrandTemplate' };
    const plan = planOf({ changes: [update('a', 'a', 'b'), brand] });
    expect(leadOf(plan)).toContain('(회원 가입 안내) and 1 brand message template (회원 가입 안내) change.');
    expect(leadOf(plan, 'ko')).toContain('1개(회원 가입 안내), 브랜드 메시지 템플릿 1개(회원 가입 안내)가 바뀝니다.');
  });

  it('names the part of the project that was planned, the rules of single resources, and the errors that prevent an apply', () => {
    const { policy } = planOf({});
    const allowFor = { 'Thing/a': ['destroys' as const] };
    const problem = { code: 'names-exchanged', severity: 'error', message: 'They exchange names' } as const;
    const lead = leadOf(
      planOf({ policy: { ...policy, targets: ['order-*'], allowFor }, problems: [problem], applyable: false }),
    );
    expect(lead).toContain('> Allowed for one resource: a: deletes it permanently.');
    expect(lead).toContain('> Only a part was planned: --target &#39;order-&#42;&#39;.');
    expect(lead).toContain('> 1 error prevents this plan from being applied.');
  });

  it.each(['create', 'delete'] as const)('calls the bubble of a %s neither before nor after', (action) => {
    const content = { name: '봄', content: '봄 안내' };
    const fields = [{ path: 'name', before: null, after: '봄', format: 'value' as const }];
    const sides = action === 'create' ? { before: null, after: content } : { before: content, after: null };
    const drawn = drawPlanMarkdown(planOf({ changes: [changeOf({ action, ...sides, fields })] }));
    expect(drawn).toContain('│ 봄 안내');
    expect(drawn).not.toContain('**After**');
  });

  it('shows an image by its size, not by its digest', () => {
    const image = (path: string, height: number) => ({ path, sha256: 'a'.repeat(64), width: 800, height });
    const field = (path: string, before: object | null, after: object | null) =>
      ({ path, before, after, format: 'file' }) as Change['fields'][number];
    const change = changeOf({
      before: {},
      after: {},
      fields: [
        field('emphasis.image', image('a.png', 400), image('b.png', 600)),
        field('highlight.image', null, image('c.png', 800)),
        field('image', { url: 'https://example.com/old.png' }, null),
        field('intro.image', { path: 'a/d.png', sha256: 'a'.repeat(64) }, image('d.png', 400)),
      ],
    });
    const drawn = drawPlanMarkdown(planOf({ changes: [change] }));
    expect(drawn).toContain('! replaced (800×400 → 800×600)');
    expect(drawn).toContain('+ added (c.png 800×800)');
    expect(drawn).toContain('- removed (https://example.com/old.png)');
    expect(drawn).toContain('! replaced (d.png)');
    expect(drawn).not.toContain('aaaa');
    expect(drawPlanMarkdown(planOf({ changes: [change] }), { language: 'ko' })).toContain('교체 (800×400 → 800×600)');
  });
});

describe('a warning of a lint rule', () => {
  const address = 'NotificationTemplate/shop/order';
  const problem = {
    code: 'likely-rejected',
    severity: 'warning',
    message: 'This reads as advertising: `특가`',
    said: { message: { code: 'advertising', values: { words: '`특가`' } }, hint: { code: 'template AT19 help' } },
    hint: 'Write only what the recipient has to know about their own transaction; send advertising as a brand message',
    rule: 'AT19',
    address,
  } as const;
  const said = (language: 'en' | 'ko', more: object = {}): string =>
    drawPlanMarkdown(planOf({ problems: [{ ...problem, ...more }] }), { language });

  it('names the case and the advice in the language of the reviewer', () => {
    expect(said('en')).toMatch(/- \*\*Warning\*\*: order: This reads as advertising: .*특가.* <sub>.*AT19.*<\/sub>/);
    expect(said('ko')).toMatch(
      /- \*\*주의\*\*: order: 광고로 읽히는 문장입니다: .*특가.* <sub>.*AT19.* · 수신자의 거래나 신청에 대한 .*<\/sub>/,
    );
    expect(said('ko', { message: 'It says 특가', said: {} })).toContain(
      '- **주의**: order: 반려될 수 있는 문구: It says 특가',
    );
  });
});

describe('a change for later', () => {
  it('names what it waits for', () => {
    const held = { by: 'Video/shop/a', change: version() };
    const waiting = [
      { address: 'NotificationTemplate/shop/order', state: 'absent', waitsFor: 'encoding', since: null, held },
    ];
    const drawn = drawPlanMarkdown(planOf({ waiting }));
    expect(drawn).toContain(
      '1 notification template (배송 안내 &#40;v2&#41;) changes later, after an external decision.',
    );
    expect(drawn).toContain(
      'after video a is decided<br>needs a new inspection; the approved text stays in use until then',
    );
  });

  it('has no effect at once', () => {
    const change = changeOf({
      address: 'BrandTemplate/shop/film',
      action: 'create',
      after: { name: '수확하는 날' },
      steps: stepsOf('absent', ['register', 'A']),
    });
    const one = { address: change.address, state: 'absent', waitsFor: 'encoding', since: null };
    const drawn = drawPlanMarkdown(planOf({ waiting: [{ ...one, held: { by: 'Video/shop/a', change } }] }));
    expect(drawn).toContain('| new | after video a is decided |');
  });
});

describe('a template of two profiles', () => {
  const template = (profile: string, id = 'welcome'): string => `NotificationTemplate/${profile}/${id}`;
  const named = { after: { name: '가입 안내' } };

  it('has its profile in its row and its heading, and others have none', () => {
    const drawn = drawPlanMarkdown(
      planOf({
        changes: [
          changeOf({ address: template('shop'), ...named }),
          changeOf({ address: template('shop', 'order'), after: { name: '주문 안내' } }),
          changeOf({ address: 'GroupTag/outlet/join', kind: 'GroupTag', ...named }),
        ],
        blocked: [blockedOf({ address: template('mall'), ...named })],
      }),
    );
    const rows = drawn.split('\n').filter((line) => line.startsWith('| **'));
    expect(rows.map((line) => line.split('<br>')[0])).toEqual([
      '| **가입 안내 &#40;mall&#41;**',
      '| **가입 안내 &#40;shop&#41;**',
      '| **주문 안내**',
      '| **가입 안내**',
    ]);
    expect(drawn).toContain('<summary><b>가입 안내 &#40;mall&#41;</b>: ');
    expect(drawn).toContain('<summary><b>가입 안내 &#40;shop&#41;</b>: ');
  });
});

describe('what waits', () => {
  const one = (address: string, waitsFor: string) => ({ address, state: 'X', waitsFor, since: null });
  const waiting = [
    one('NotificationTemplate/shop/a', 'verdict'),
    one('SenderProfile/shop', 'approval'),
    one('Video/shop/a', 'encoding'),
    one('NotificationTemplate/shop/b', 'verdict'),
  ];

  it('names each decision, since only templates have an inspection: en', () => {
    expect(drawPlanMarkdown(planOf({ waiting }))).toContain(
      '2 notification templates are still waiting for a verdict.',
    );
    expect(drawPlanMarkdown(planOf({ waiting }))).toContain(
      '1 video (a) is still waiting for the end of the encoding.',
    );
  });

  it('names each decision, since only templates have an inspection: ko', () => {
    const drawn = drawPlanMarkdown(planOf({ waiting }), { language: 'ko' });
    expect(drawn).toContain('알림 템플릿 2개는 아직 검수 결과 대기 중입니다.');
    expect(drawn).toContain('발신 프로필 1개(shop)는 아직 브랜드 메시지 발송 승인 대기 중입니다.');
    expect(drawn).toContain('동영상 1개(a)는 아직 인코딩 완료 대기 중입니다.');
  });
});

describe('what is blocked', () => {
  it.each([
    ['loses-approval', 'en', '**not allowed**: loses its approval and cannot be sent until the new text is approved'],
    ['loses-approval', 'ko', '**허용 필요**: 승인이 취소되어, 새 문구가 승인될 때까지 발송할 수 없음'],
    ['resubmits', 'en', '**needs a new text**: still the rejected text'],
    ['resubmits', 'ko', '**수정 필요**: 반려된 문구에서 바뀐 것이 없음'],
  ] as const)('by a risk has its reason in the language of the reviewer: %s, %s', (risk, language, cell) => {
    const plan = planOf({ blocked: [blockedOf({ risk })] });
    expect(leadOf(plan, language)).toMatch(
      language === 'en'
        ? /^> \[!WARNING\]\n> An apply does not change 1 .+/
        : /^> \[!WARNING\]\n>.+ 지금 그대로입니다\./,
    );
    expect(leadOf(plan, language)).toContain(`> - **order-refunded**: ${cell}`);
    expect(drawPlanMarkdown(plan, { language })).toContain(`| - | ${cell} |`);
  });

  it.each([
    [
      'en',
      'publish it as a new version, which keeps the present text in use, or ask an engineer, who finds the command below',
    ],
    ['ko', '지금 문구로 계속 발송하면서 새 버전으로 등록 또는 담당 개발자에게 허용 요청&#40;방법은 아래에 있음&#41;'],
  ] as const)('has its ways in words for people, and its commands below: %s', (language, words) => {
    const file = 'manifests/order.yaml';
    const plan = planOf({
      blocked: [
        blockedOf({
          risk: 'loses-approval',
          ways: [
            todoWay(say('declare-versions', { file })),
            { flags: ['--allow', 'loses-approval=NotificationTemplate/shop/order-refunded'] },
          ],
        }),
      ],
    });
    const lead = leadOf(plan, language);
    expect(lead).toContain(words);
    for (const word of ['code>', 'versions', '--allow']) expect(lead).not.toContain(word);
    const small = drawPlanMarkdown(plan, { language })
      .split('\n')
      .filter((line) => line.startsWith('<sub>'));
    expect(small.join('\n')).toMatch(/versions: true.*plan --allow loses-approval/);
  });

  it('by the risk of a stop has the step in place of a changed field', () => {
    const riskySteps = [{ operation: 'template.stop', title: 'stop', risk: 'interrupts-sending' as const }];
    const plan = planOf({ blocked: [blockedOf({ risk: 'interrupts-sending', riskySteps })] });
    expect(drawPlanMarkdown(plan, { language: 'ko' })).toContain('| 사용 중지 | **허용 필요**');
  });

  it.each([
    ['en', '1 notification template was blocked already, and stays as it is.', 'To take over the live content:'],
    ['ko', '알림 템플릿 1개의 변경은 이전부터 보류되어 있으며 그대로 둡니다.', '서비스의 내용을 파일에 반영:'],
  ] as const)(
    'without a change of its manifest has one line with everything to do: %s',
    (language, title, takeOver) => {
      const { unapplied: _, ...older } = blockedOf({
        address: 'NotificationTemplate/shop/a',
        fields: [{ path: 'name', before: '가', after: '나', format: 'text' }],
        moved: ['drifted'],
        risk: 'loses-approval',
        ways: [{ flags: ['--allow', 'loses-approval=NotificationTemplate/shop/a'] }],
      });
      const drawn = drawPlanMarkdown(planOf({ blocked: [older] }), { language });
      const [line = '', ...others] = drawn
        .split('\n')
        .filter((one) => one.includes(RISK_WORDS['loses-approval'][language]));
      expect(others).toEqual([]);
      expect(drawn).toContain(title);
      expect(line).toContain(takeOver);
      expect(line).toContain('plan --allow loses-approval&#61;NotificationTemplate/shop/a');
      // The drift is the headline.
      expect(leadOf(planOf({ blocked: [older] }), language)).toMatch(
        /^\*\*.*(?:outside notiform|notiform 밖에서).*\*\*/,
      );
    },
  );

  it.each([
    ['en', 'To allow it: <code>notiform -e production plan --resubmit Thing/a</code>, or see Thing/b'],
    ['ko', '해결 방법: <code>notiform -e production plan --resubmit Thing/a</code> 또는 Thing/b 리소스의 안내 참고'],
  ] as const)('has the command that would allow a change: %s', (language, line) => {
    const plan = planOf({
      blocked: [
        blockedOf({ ways: [{ flags: ['--resubmit', 'Thing/a'] }, todoWay(say('see', { address: 'Thing/b' }))] }),
      ],
    });
    expect(drawPlanMarkdown(plan, { language })).toContain(line);
  });

  it('draws the code of a problem as code', () => {
    const [message, hint] = ['3 deletes exceed `guard.deletes`', 'Raise `guard.deletes`, or run `notiform plan`. <b>'];
    const drawn = drawPlanMarkdown(planOf({ problems: [{ code: 'bug', severity: 'error', message, hint }] }));
    expect(drawn).toContain(
      '- **Error**: 3 deletes exceed <code>guard.deletes</code> <sub><code>bug</code> · Raise <code>guard.deletes</code>, or run <code>notiform -e production plan</code>. &#60;b&#62;</sub>',
    );
  });

  const deletion = (parts: Partial<Blocked>): Plan =>
    planOf({
      blocked: [
        blockedOf({
          state: 'RDY',
          source: null,
          before: { name: '배송 출발 안내', content: '출발했습니다.' },
          deletes: true,
          reason:
            'cancel the approval: loses its approval (loses-approval); then delete: deletes it permanently (destroys)',
          riskySteps: [
            { operation: 'template.cancel_approval', title: 'cancel the approval', risk: 'loses-approval' },
            { operation: 'template.delete', title: 'delete', risk: 'destroys' },
          ],
          ways: [{ flags: ['--allow', 'loses-approval=GroupTag/shop/a', '--allow', 'destroys=GroupTag/shop/a'] }],
          ...parts,
        }),
      ],
    });

  it.each([
    [
      'en',
      '| **deleted** | **deletion not allowed**: deletes it permanently |',
      'cancel the approval: loses its approval (loses-approval); then delete: deletes it permanently (destroys)',
    ],
    [
      'ko',
      '| **삭제** | **삭제 허용 필요**: 삭제하면 되돌릴 수 없음 |',
      '승인 취소: 승인이 취소됨, 삭제: 삭제하면 되돌릴 수 없음',
    ],
  ] as const)('and would be deleted is shown as a deletion with the lost content: %s', (language, cells, small) => {
    const plan = deletion({ risk: 'loses-approval' });
    const drawn = drawPlanMarkdown(plan, { language });
    expect(drawn).toContain(cells);
    expect(drawn).toContain('\n- │ 출발했습니다.\n');
    expect(drawn).toContain(inert(small));
    expect(drawn).toContain(code('{ GroupTag/shop/a: [loses-approval, destroys] }'));
    expect(drawn).toContain(code('guard.deletes'));
  });
});

it('lists the files that are uploaded for a change, instead of a row for each', () => {
  const address = 'Image/shop/a';
  const image = changeOf({
    address,
    kind: 'Image',
    action: 'create',
    after: { file: { path: 'a/b.png', sha256: 'a'.repeat(64) } },
    steps: stepsOf('absent', ['upload', 'present']),
  });
  const other = changeOf({
    ...image,
    address: 'Image/shop/c',
    after: { file: { path: 'c.png', sha256: 'b'.repeat(64) } },
  });
  const drawn = drawPlanMarkdown(planOf({ changes: [image, other, { ...version(), dependsOn: [address] }] }));
  expect(drawn).toContain('1 image is uploaded for these changes.</summary>\n\n- **b.png**\n');
  expect(drawn).not.toContain('| **b.png**');
  expect(drawn).toContain('**c.png**');
});

describe('the cost of a change', () => {
  const inspected = stepsOf('REJ', ['update', 'REG'], ['request inspection', 'REQ']);
  it.each([
    [
      'an approval that is given up for a new text',
      update('a', 'a', 'b', { live: { state: 'RDY' }, risks: ['loses-approval'], steps: inspected }),
      '승인이 취소되어, 새 문구가 승인될 때까지 발송할 수 없습니다',
    ],
    [
      'a deletion',
      changeOf({
        action: 'delete',
        before: PAID,
        risks: ['loses-approval', 'destroys'],
        steps: stepsOf('RDY', ['cancel', 'REG'], ['delete', 'absent']),
      }),
      '삭제하면 되돌릴 수 없습니다',
    ],
    [
      'a new variable and a renamed one',
      update('a', '#{이름}님, #{택배}로 보냈습니다.', '#{이름}님, #{택배사} #{송장번호}입니다.', {
        steps: stepsOf('present', ['update', 'present']),
      }),
      inert('새 변수가 있어, 발송하는 시스템에서 값을 채워야 합니다 (#{택배사}, #{송장번호})'),
    ],
    [
      'a tag',
      changeOf({ address: 'GroupTag/shop/a', action: 'create', steps: stepsOf('absent', ['create', 'present']) }),
      '없음',
    ],
  ])('%s', (_, change, cost) => {
    const row = drawPlanMarkdown(planOf({ changes: [change] }), { language: 'ko' })
      .split('\n')
      .find((line) => line.startsWith('| **'));
    expect(row?.split(' | ').at(-1)?.replace(/ \|$/u, '')).toBe(cost);
  });
});

it('names its only resource once: the sentences after it are about it', () => {
  expect(leadOf(planOf({ changes: [version()] }), 'en')).toMatch(
    /^\*\*1 notification template \(배송 안내 &#40;v2&#41;\) gets a new version\.\*\* It needs a new inspection; .+ It gets a new template code/,
  );
  expect(leadOf(planOf({ changes: [version()] }), 'ko')).toMatch(
    /^\*\*알림 템플릿 1개\(배송 안내 &#40;v2&#41;\)가 새 버전으로 등록됩니다\.\*\* 새로 검수를 받아야 하며, .+\. 승인되면 발송하는 /,
  );
});

it('names a resource that waits', () => {
  const one = { address: 'NotificationTemplate/shop/order', state: 'REQ', waitsFor: 'verdict', since: null };
  const drawn = drawPlanMarkdown(planOf({ waiting: [{ ...one, title: '주문 안내' }] }), { language: 'ko' });
  expect(drawn).toContain('- **주문 안내**: 검수 결과 대기 <sub><code>NotificationTemplate/shop/order</code></sub>');
});

it('what customers see comes before what only the service needs', () => {
  const image = changeOf({
    address: 'Image/shop/a',
    kind: 'Image',
    action: 'create',
    after: { file: { path: 'a/b.png', sha256: 'a'.repeat(64) } },
  });
  const drawn = drawPlanMarkdown(planOf({ changes: [image, version()] }));
  expect(drawn.indexOf('**배송 안내**')).toBeLessThan(drawn.indexOf('**b.png**'));
  expect(drawn).toContain('+ added (b.png)');
});

describe('hostile texts', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '```',
      '````\n</details>',
      '</summary><script>',
      '@team #12',
      '\u202e-->',
      '- [x](http://a.b)',
      '+ a',
      '| a | b |\n| - | - |',
      '##[error]a\n::error::b',
    ),
  );

  it('stay inside of their fence or their cell, and are obeyed nowhere', () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const text = { name: a, content: b };
        const plan = planOf({
          environment: 'x@y',
          changes: [
            update('a', a, `${b}\n${a}`),
            changeOf({ action: 'create', after: { ...text, header: a, buttons: [{ type: a, name: b }] } }),
          ],
          blocked: [
            blockedOf({
              reason: a,
              ways: [{ todo: [b] }, { flags: [a] }],
              before: text,
              comments: [{ content: a, createdAt: b, status: 'REJ', userName: a }],
            }),
          ],
          unmanaged: [{ kind: 'NotificationTemplate', profile: 'shop', name: a, title: b, state: a }],
          problems: [{ code: 'bug', severity: 'warning', message: a, hint: b, place: { file: b, line: 1, column: 1 } }],
        });
        const { lines, closed } = outside(drawPlanMarkdown(plan, { linkOf: () => 'https://example.com/a' }));
        expect(closed).toBe(true);
        const said = lines.join('\n').replaceAll('](https://example.com/a)', '');
        expect(said).not.toMatch(/@|<script|\]\(|\u202e|-->|(?<!&)#\d|##\[|::/u);
        // Each row of the table has its three cells.
        const rows = lines.filter((line) => line.startsWith('|'));
        expect(rows.map((row) => row.split('|').length)).toEqual(rows.map(() => 5));
      }),
      { numRuns: 30 },
    );
  });

  it('of an address are inert', () => {
    const drawn = drawPlanMarkdown(planOf({ changes: [changeOf({ address: 'A/<b>/@c#1' })] }));
    expect(outside(drawn).lines.join('\n')).toContain('A/&#60;b&#62;/&#64;&#8203;c&#35;&#8203;1');
  });

  it('make no link and name no ticket, and a reader of the source can read the rest', () => {
    const drawn = (name: string): string =>
      outside(drawPlanMarkdown(planOf({ changes: [changeOf({ after: { name } })] }))).lines.join('\n');
    expect(drawn('WWW.a.kr https://b.kr GH-12 ::c')).toContain(
      'WWW&#46;a.kr https&#58;//b.kr GH-&#8203;12 &#58;&#58;c',
    );
    // A Korean letter ends no word for GitHub.
    expect(drawn('주문GH-12')).toContain('주문GH-&#8203;12');
    expect(drawn('오후 2:30:15, a.png:12')).toContain('오후 2:30:15, a.png:12');
    expect(drawn(':tada: :+1: :100:')).toContain(':&#8203;tada: :&#8203;&#43;1: :&#8203;100:');
  });

  it('of a comment for the inspector hide nothing', () => {
    const rejected = blockedOf({ comment: '가\u202e나' });
    expect(drawPlanMarkdown(planOf({ blocked: [rejected] }))).toContain('\n가<U+202E>나\n');
  });

  it('do not look like a change of ours', () => {
    const drawn = drawPlanMarkdown(planOf({ changes: [update('a', '- a\n+ b\n! c\nd', '- a\n+ b\n! c\ne')] }));
    const signed = drawn.split('\n').filter((line) => /^[-+!] /u.test(line));
    expect(signed).toEqual(['- │ d', '+ │ e']);
  });
});

describe('a plan that is too long for a comment', () => {
  const many = planOf({
    changes: Array.from({ length: 40 }, (_, index) => update(`t${index}`, 'a\n'.repeat(9), 'b\n'.repeat(9))),
  });

  it('is whole where it fits', () => {
    expect(drawPlanMarkdown(many)).not.toContain('has a limit');
  });

  it.each([20_000, 9000, 5000, 2500])('is drawn in %i characters, cut between changes, and says so', (limit) => {
    const drawn = drawPlanMarkdown(many, { limit });
    expect(drawn.length).toBeLessThanOrEqual(limit);
    expect(outside(drawn).closed).toBe(true);
    const rows = drawn.match(/^\| \*\*/gmu)?.length ?? 0;
    const wholes = drawn.match(/<details>/gu)?.length ?? 0;
    const inLine = Number(/(\d+) resources are shown in one line/u.exec(drawn)?.[1] ?? 0);
    const left = Number(/(\d+) more resources are left out/u.exec(drawn)?.[1] ?? 0);
    expect([rows + left, wholes + inLine]).toEqual([40, rows]);
    expect(inLine + left).toBeGreaterThan(0);
  });

  it('names a state that is taken over, whatever else it warns of and however many profiles it has', () => {
    const profiles = Array.from({ length: 500 }, (_, id) => `profile-${id}`);
    const [taken] = acceptedProblems(profiles.map((profile) => ({ profile, by: 'account' })));
    if (!taken) throw new Error('nothing is taken over');
    const other: Problem = { code: 'not-sendable', severity: 'warning', message: 'It cannot be sent', hint: '' };
    const drawn = drawPlanMarkdown(planOf({ accepts: profiles, problems: [...Array(30).fill(other), taken] }));
    expect(drawn).toContain('Accepted: the bindings of that state are used for this account');
    expect(drawn).toContain('profile-499');
    expect(drawn.match(/another account/g)).toHaveLength(1);
  });

  it('keeps what is blocked and the problems', () => {
    const blocked = ['stuck', 'odd'].map((id) => blockedOf({ address: `NotificationTemplate/shop/${id}` }));
    const problem = { code: 'names-exchanged', severity: 'error', message: 'They exchange names' } as const;
    const drawn = drawPlanMarkdown(planOf({ changes: many.changes, blocked, problems: [problem] }), { limit: 6000 });
    expect(drawn.length).toBeLessThanOrEqual(6000);
    expect(drawn).toMatch(/\d+ resources are shown in one line/u);
    for (const { address, reason } of blocked) {
      expect(drawn).toContain(address);
      expect(drawn).toContain(reason);
    }
    expect(drawn).toContain('They exchange names');
  });

  it('says that a list below the resources is left out', () => {
    const remembers = Array.from({ length: 900 }, (_, id) => ({
      address: `NotificationTemplate/shop/p${id}`,
      protect: false,
    }));
    const drawn = drawPlanMarkdown(planOf({ changes: many.changes, remembers }), { limit: 20_000 });
    expect(drawn).not.toContain('no longer protected');
    expect(drawn).toMatch(/\d+ parts below the resources are left out/u);
    expect(drawPlanMarkdown(planOf({ remembers }), { limit: 400_000 })).not.toContain('left out');
  });

  it('of thousands of changes takes no longer than its lines', () => {
    const changes = Array.from({ length: 2000 }, (_, index) => ({
      ...version(),
      address: `NotificationTemplate/shop/t${index}`,
    }));
    const drawn = drawPlanMarkdown(planOf({ changes }), { language: 'ko' });
    expect(drawn.length).toBeLessThanOrEqual(63_000);
    expect(outside(drawn).closed).toBe(true);
    expect(drawn).toContain('2,000개는 새로 검수를 받아야 하며, 그동안은 승인된 문구로 발송됩니다.');
    expect(drawn).toMatch(/\d,\d{3}건은 생략했습니다/u);
  });

  it('draws few resources in full that do not fit', () => {
    let drawn = 0;
    const huge = '가'.repeat(9000);
    const changes = Array.from({ length: 300 }, (_, index) => update(`t${index}`, huge, `${huge}.`));
    const plan = planOf({ changes });
    for (const change of plan.changes)
      Object.defineProperty(change, 'samples', {
        enumerable: false,
        get: () => {
          drawn += 1;
          return [];
        },
      });
    drawPlanMarkdown(plan);
    expect(drawn).toBeGreaterThan(0);
    expect(drawn).toBeLessThan(60);
  });
});

it('a new template is shown as the phone shows it, then field by field', () => {
  const plan = planOf({
    changes: [
      changeOf({
        action: 'create',
        reasons: ['not-there'],
        after: PAID,
        steps: stepsOf('absent', ['add', 'REG'], ['request inspection', 'REQ']),
      }),
    ],
  });
  const drawn = drawPlanMarkdown(plan, { language: 'ko' });
  expect(drawn.indexOf('╭')).toBeGreaterThan(0);
  expect(drawn.indexOf('╭')).toBeLessThan(drawn.indexOf('```diff'));
  expect(drawn).toContain('+ │ 부가 정보형 (EX)');
});
