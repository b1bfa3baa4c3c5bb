import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { sameContent } from '../../src/core/content.ts';
import type { Declaration } from '../../src/core/declaration.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Live } from '../../src/core/resource.ts';
import { declarations } from '../../src/kinds/registry.ts';
import { templateManifest } from './notification-template/arbitrary.ts';

function declarationOf(kind: string): Required<Pick<Declaration, 'write'>> & Declaration {
  const declaration = declarations.get(kind);
  if (!declaration?.write) throw new Error(`${kind} cannot be written`);
  return { ...declaration, write: declaration.write };
}

function liveOf(content: JsonObject, more: Partial<Live> = {}): Live {
  return { name: 'name', content, status: { state: 'present' }, ...more };
}

const template = declarationOf('NotificationTemplate');
const content: JsonObject = { code: 'order_paid', name: '주문', category: '001001', messageType: 'BA', content: '글' };

describe('a template that is written', () => {
  it('declares what is live, whatever that is', () => {
    fc.assert(
      fc.property(templateManifest, fc.constantFrom('order-paid', 'other'), (manifest, id) => {
        const { content: live } = template.declare(manifest);
        const written = template.write(liveOf(live, { status: { state: 'RDY' } }), id)?.manifest ?? {};
        const again = template.declare({ kind: 'NotificationTemplate', id, ...written });
        expect(sameContent(again.content, live)).toBe(true);
        expect(again).toMatchObject({ goal: 'approved', name: live['code'] });
      }),
    );
  });

  it('leaves the code out where it is the default of its id', () => {
    const { code: _code, ...rest } = content;
    expect(template.write(liveOf(content), 'order-paid')).toEqual({ manifest: rest });
    expect(template.write(liveOf(content), 'order')).toEqual({ manifest: content });
  });

  test.each([
    ['REG', 'draft'],
    ['REQ', 'approved'],
    ['REJ', 'draft'],
    ['RDY', 'approved'],
    ['ACT', 'approved'],
    ['STP', 'stopped'],
    ['DMT', 'stopped'],
    ['BLK', 'approved'],
  ])('wants of %s that it is %s', (state, goal) => {
    const written = template.write(liveOf(content, { status: { state } }), 'order-paid')?.manifest ?? {};
    expect(template.declare({ id: 'order-paid', ...written }).goal).toBe(goal);
  });

  const AGAIN = '\nTo request a new inspection, correct the text and remove `lifecycle: draft`.';

  it('shows the last rejection', () => {
    const comment = (text: string, status = 'REJ') => ({
      content: text,
      status,
      createdAt: '2026-11-20 09:00:12',
      userName: '검수자',
    });
    const remarkOf = (comments: Live['comments']) =>
      template
        .write(liveOf(content, { status: { state: 'REJ' }, ...(comments && { comments }) }), 'a')
        ?.remark?.replace(AGAIN, '');
    const comments = [comment('옛말'), comment(' 광고입니다 '), comment(' '), comment('네', 'REP')];
    expect(remarkOf(comments)).toBe('Rejected: 광고입니다');
    expect(remarkOf([comment('네', 'REP')])).toBe('Rejected');
    expect(remarkOf(undefined)).toBe('Rejected');
  });

  it('says what the service also has and no manifest of these types can say', () => {
    const beside = { emphasis: { title: '제목', subtitle: '부제' }, extra: '문의' };
    const words =
      'At the service it also has emphasis.title, emphasis.subtitle, extra, which a manifest cannot say. An update clears that.';
    expect(template.write(liveOf(content, { status: { state: 'REG' }, beside }), 'a')?.remark).toBe(words);
    expect(template.write(liveOf(content, { status: { state: 'REJ' }, beside }), 'a')?.remark).toBe(
      `Rejected${AGAIN}\n${words}`,
    );
  });
});

test('a profile is written as far as there is something to say', () => {
  const profile = declarationOf('SenderProfile');
  const numbers = { unsubscribe: { phone: '080-123-4567', auth: '1234' } };
  const consent = { brandMessage: { consentProof: { path: 'a.png', sha256: 'aa' } } };
  expect(profile.write(liveOf({ groups: ['mall'], ...numbers, ...consent }), 'shop')).toEqual({
    manifest: { ...numbers, groups: ['mall'] },
  });
  expect(profile.write(liveOf({ groups: [], ...numbers }), 'shop')).toEqual({ manifest: numbers });
  expect(profile.write(liveOf({ groups: [] }), 'shop')).toBeUndefined();
  expect(profile.write(liveOf({}), 'shop')).toBeUndefined();
});
