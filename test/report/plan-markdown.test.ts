import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPlanMarkdown } from '../../src/report/plan-markdown.ts';
import { blockedOf, changeOf, planOf, stepsOf, wholePlan } from './plans.ts';

const update = (id: string, before: string, after: string) =>
  changeOf({
    address: `NotificationTemplate/shop/${id}`,
    before: { content: before },
    after: { content: after },
    fields: [{ path: 'content', before, after, format: 'text' }],
  });

describe('a plan as Markdown', () => {
  it('reads so', () => {
    const plan = planOf({
      unchanged: 3,
      changes: [
        update('order', '안녕하세요, #{이름}님.\n- 택배사: 하나', '안녕하세요, #{이름} 회원님.\n- 택배사: 하나'),
        changeOf({ action: 'create', reasons: ['not-there'], after: { name: '새 안내' }, steps: stepsOf('add') }),
      ],
    });
    expect(drawPlanMarkdown(plan)).toMatchInlineSnapshot(`
      "### Plan for production

      **Plan: 1 to create, 1 to update.** Besides: 3 unchanged.

      <sub>notiform 0&#46;1&#46;0 &#183; git 0123456789ab &#183; 2026-11-20 18&#58;00&#58;00 KST</sub>

      <details><summary><code>&#126;</code> <code>NotificationTemplate/shop/order</code> update: content differs from the manifest</summary>

      \`\`\`diff
      ~ NotificationTemplate/shop/order  manifests/order.yaml:1
        update: content differs from the manifest

      !     content
      -       │ 안녕하세요, #{이름}님.
      +       │ 안녕하세요, #{이름}{+ 회원+}님.
              │ - 택배사: 하나
      \`\`\`

      </details>

      <details><summary><code>&#43;</code> <code>NotificationTemplate/shop/order-paid</code> create: not on the service yet</summary>

      \`\`\`diff
      + NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        create: not on the service yet

      +   name  "새 안내"
      \`\`\`

      </details>

      "
    `);
  });

  it('tells everything that a terminal is told', () => {
    expect(drawPlanMarkdown(wholePlan())).toMatchSnapshot();
  });
});

/** The lines outside of fences, and whether every fence and block is closed. */
function outside(markdown: string): { lines: string[]; closed: boolean } {
  const lines: string[] = [];
  let fence: string | undefined;
  let depth = 0;
  for (const line of markdown.split('\n')) {
    const [ticks] = /^`{3,}/u.exec(line) ?? [];
    if (fence === undefined && ticks !== undefined) fence = ticks;
    else if (fence !== undefined) fence = line === fence ? undefined : fence;
    else {
      lines.push(line);
      depth += (line.match(/<details>/gu) ?? []).length - (line.match(/<\/details>/gu) ?? []).length;
    }
  }
  return { lines, closed: fence === undefined && depth === 0 };
}

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
    ),
  );

  it('stay inside of their fence, and are obeyed nowhere', () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const plan = planOf({ environment: 'x@y', changes: [update('a', a, `${b}\n${a}`)] });
        const { lines, closed } = outside(drawPlanMarkdown(plan));
        expect(closed).toBe(true);
        expect(lines.join('\n')).not.toMatch(/@|<script|\]\(|\u202e|-->/u);
      }),
      { numRuns: 100 },
    );
  });

  it('of an address are inert', () => {
    const drawn = drawPlanMarkdown(planOf({ changes: [changeOf({ address: 'A/<b>/@c#1' })] }));
    expect(outside(drawn).lines.join('\n')).toContain('A/&#60;b&#62;/&#64;&#8203;c&#35;&#8203;1');
  });
});

describe('a plan that is too long for a comment', () => {
  const many = planOf({
    changes: Array.from({ length: 40 }, (_, index) => update(`t${index}`, 'a\n'.repeat(9), 'b\n'.repeat(9))),
  });

  it('is whole where it fits', () => {
    expect(drawPlanMarkdown(many)).not.toContain('a comment has a limit');
  });

  it.each([17_000, 8000, 6000, 2000, 1000])('is told in %i characters, cut between changes, and says so', (limit) => {
    const drawn = drawPlanMarkdown(many, { limit });
    expect(drawn.length).toBeLessThanOrEqual(limit);
    expect(outside(drawn).closed).toBe(true);
    const shown = drawn.match(/<code>NotificationTemplate/gu)?.length ?? 0;
    const inLine = Number(/(\d+) of these (?:is|are) shortened to a line/u.exec(drawn)?.[1] ?? 0);
    const left = Number(/(\d+) more (?:is|are) left out/u.exec(drawn)?.[1] ?? 0);
    expect(shown + left).toBe(40);
    expect(drawn.match(/<details>/gu)?.length ?? 0).toBe(shown - inLine);
    expect(inLine + left).toBeGreaterThan(0);
  });

  it('shows all that is blocked and every problem, and shortens changes instead', () => {
    const { changes } = many;
    const blocked = ['stuck', 'odd'].map((id) => blockedOf({ address: `NotificationTemplate/shop/${id}` }));
    const problem = { code: 'names-exchanged', severity: 'error', message: 'They exchange names' } as const;
    const drawn = drawPlanMarkdown(planOf({ changes, blocked, problems: [problem] }), { limit: 4000 });
    expect(drawn.length).toBeLessThanOrEqual(4000);
    expect(drawn).toMatch(/\d+ of these are shortened to a line, \d+ more are left out/u);
    for (const { address, reason } of blocked) {
      expect(drawn).toContain(`<summary><code>&#10007;</code> <code>${address}</code>`);
      expect(drawn).toContain(reason);
    }
    expect(drawn).toContain('They exchange names');
    // They stay below the changes.
    expect(drawn.indexOf('shop/t0<')).toBeGreaterThan(0);
    expect(drawn.indexOf('shop/t0<')).toBeLessThan(drawn.indexOf('shop/stuck<'));
  });
});
