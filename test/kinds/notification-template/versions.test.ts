import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { templateVersions } from '../../../src/kinds/notification-template/versions.ts';
import { live, liveContent, want } from './standings.ts';
import { planOf, type Situation, type State, type Version } from './version-plans.ts';

const USABLE: State[] = ['RDY', 'ACT'];
const APPROVED: State[] = [...USABLE, 'STP', 'DMT', 'BLK'];
const EDITABLE: State[] = ['REG', 'REJ'];
const STATES: State[] = ['REG', 'REQ', 'REJ', ...APPROVED];

const allowStop = (version: string) =>
  `blocked, opens --allow interrupts-sending=NotificationTemplate/shop/order-paid${version}`;
const resubmit = (version: string) => `blocked, opens --resubmit NotificationTemplate/shop/order-paid${version}`;

/** The state of the first version, which says one, that of the second, which says two, and what is done. */
const table: [text: string, first: State[], second: State[], planned: string[]][] = [
  // Back to a text that is approved: at once, and what is under way has lost its reason.
  ['one', USABLE, APPROVED, []],
  ['one', USABLE, EDITABLE, ['2: delete']],
  ['one', USABLE, ['REQ'], ['2: cancel_request delete']],
  ['one', ['STP'], APPROVED, ['1: reuse']],
  ['one', ['STP'], EDITABLE, ['1: reuse', '2: delete']],
  ['one', ['STP'], ['REQ'], ['1: reuse', '2: cancel_request delete']],
  ['one', ['DMT'], APPROVED, ['1: release']],
  ['one', ['DMT'], EDITABLE, ['1: release', '2: delete']],
  ['one', ['DMT'], ['REQ'], ['1: release', '2: cancel_request delete']],
  ['one', ['BLK'], APPROVED, ['1: blocked, opens null']],
  ['one', ['BLK'], EDITABLE, ['2: update request']],
  ['one', ['BLK'], ['REQ'], ['2: cancel_request update request']],
  // The one under way says it.
  ['one', ['REG'], APPROVED, ['1: request']],
  ['one', ['REQ'], APPROVED, ['1: waits']],
  ['one', ['REJ'], APPROVED, [`1: ${resubmit('')}`]],
  ['two', APPROVED, USABLE, []],
  ['two', APPROVED, ['STP'], ['2: reuse']],
  ['two', APPROVED, ['DMT'], ['2: release']],
  ['two', APPROVED, ['BLK'], ['2: blocked, opens null']],
  ['two', APPROVED, ['REG'], ['2: request']],
  ['two', APPROVED, ['REQ'], ['2: waits']],
  ['two', APPROVED, ['REJ'], [`2: ${resubmit('@v2')}`]],
  ['two', EDITABLE, USABLE, ['1: delete']],
  ['two', EDITABLE, ['STP'], ['1: delete', '2: reuse']],
  ['two', EDITABLE, ['DMT'], ['1: delete', '2: release']],
  ['two', EDITABLE, ['BLK'], ['1: update request']],
  ['two', ['REQ'], USABLE, ['1: cancel_request delete']],
  ['two', ['REQ'], ['STP'], ['1: cancel_request delete', '2: reuse']],
  ['two', ['REQ'], ['DMT'], ['1: cancel_request delete', '2: release']],
  ['two', ['REQ'], ['BLK'], ['1: cancel_request update request']],
  // A third text: the one under way is edited, and only where there is none a new version is made.
  ['three', APPROVED, APPROVED, ['3: add request']],
  ['three', APPROVED, EDITABLE, ['2: update request']],
  ['three', APPROVED, ['REQ'], ['2: cancel_request update request']],
  ['three', EDITABLE, APPROVED, ['1: update request']],
  ['three', ['REQ'], APPROVED, ['1: cancel_request update request']],
  // Two under way, by somebody in the console: one of them goes, the one that says it stays.
  ['one', ['REG'], EDITABLE, ['1: request', '2: delete']],
  ['one', ['REG'], ['REQ'], ['1: request', '2: cancel_request delete']],
  ['one', ['REQ'], EDITABLE, ['1: waits', '2: delete']],
  ['one', ['REQ'], ['REQ'], ['1: waits', '2: cancel_request delete']],
  ['one', ['REJ'], EDITABLE, [`1: ${resubmit('')}`, '2: delete']],
  ['one', ['REJ'], ['REQ'], [`1: ${resubmit('')}`, '2: cancel_request delete']],
  ['two', EDITABLE, ['REG'], ['1: delete', '2: request']],
  ['two', EDITABLE, ['REQ'], ['1: delete', '2: waits']],
  ['two', EDITABLE, ['REJ'], ['1: delete', `2: ${resubmit('@v2')}`]],
  ['two', ['REQ'], ['REG'], ['1: cancel_request delete', '2: request']],
  ['two', ['REQ'], ['REQ'], ['1: cancel_request delete', '2: waits']],
  ['two', ['REQ'], ['REJ'], ['1: cancel_request delete', `2: ${resubmit('@v2')}`]],
  ['three', EDITABLE, EDITABLE, ['1: delete', '2: update request']],
  ['three', EDITABLE, ['REQ'], ['1: delete', '2: cancel_request update request']],
  ['three', ['REQ'], EDITABLE, ['1: cancel_request delete', '2: update request']],
  ['three', ['REQ'], ['REQ'], ['1: cancel_request delete', '2: cancel_request update request']],
];

describe('two versions', () => {
  it.each(table)('wanted %s, the first %j, the second %j: %j', (text, first, second, planned) => {
    for (const one of first) {
      for (const two of second) {
        const versions = { 1: { state: one, text: 'one' }, 2: { state: two, text: 'two' } };
        expect([one, two, ...planOf({ versions, text })]).toEqual([one, two, ...planned]);
      }
    }
  });

  it('are looked at in every pair of states, once for each text', () => {
    const rows = table.flatMap(([text, first, second]) =>
      first.flatMap((one) => second.map((two) => `${text} ${one} ${two}`)),
    );
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.length).toBe(3 * STATES.length ** 2);
  });
});

describe('one version', () => {
  it.each<[State, string[]]>([
    ['REG', ['1: update request']],
    ['REQ', ['1: cancel_request update request']],
    ['REJ', ['1: update request']],
    ...APPROVED.map((state): [State, string[]] => [state, ['2: add request']]),
  ])('%s of another text', (state, planned) => {
    const situation: Situation = { versions: { 1: { state, text: 'one' } }, text: 'two' };
    expect(planOf(situation)).toEqual(planned);
    // Whatever may be given up: an approval never is.
    expect(
      planOf({ ...situation, allow: ['queues-again', 'destroys', 'loses-approval', 'interrupts-sending'] }),
    ).toEqual(planned);
  });

  it('that is not there yet is made under the code of the manifest', () => {
    expect(planOf({ versions: {}, text: 'one' })).toEqual(['1: add request']);
  });

  it('is converted where it differs by the channel button alone', () => {
    const more = {
      content: {
        code: 'order_paid',
        name: '주문 결제 안내',
        category: '001001',
        messageType: 'AD',
        content: 'one',
        buttons: [
          { type: 'AC', name: '채널 추가' },
          { type: 'WL', name: '주문 보기', link: { mobile: 'https://shop.example.com/o/#{주문번호}' } },
        ],
      },
    };
    const versions = (state: State) => ({ 1: { state, text: 'one' } });
    expect(planOf({ versions: versions('ACT'), text: 'one', more })).toEqual(['1: convertAddCh']);
    expect(planOf({ versions: versions('RDY'), text: 'one', more })).toEqual(['2: add request']);
  });
});

describe('the names of a version', () => {
  it('are no difference, with the suffix or without', () => {
    const second = { state: 'ACT' as const, text: 'two' };
    expect(planOf({ versions: { 2: { ...second, name: '주문 결제 안내' } }, text: 'two' })).toEqual([]);
    expect(planOf({ versions: { 2: { ...second, name: '주문 결제 안내 (v2)' } }, text: 'two' })).toEqual([]);
    expect(planOf({ versions: { 2: { ...second, name: '다른 안내 (v2)' } }, text: 'two' })).toEqual(['3: add request']);
  });

  it('end where the service has no room for them', () => {
    const named = (code: string, number: number) =>
      planOf({
        versions: { [number]: { state: 'ACT', text: 'one', code: `${code}_v${number}` } },
        text: 'two',
        more: {
          name: code,
          content: { code, name: '주문 결제 안내', category: '001001', messageType: 'BA', content: 'two' },
        },
      });
    expect(named('a'.repeat(26), 98)).toEqual(['99: add request']);
    expect(named('a'.repeat(26), 99)).toEqual([
      '100: blocked, opens Declare the new text under another `id` with a shorter `code` and `name`.',
    ]);
    expect(named('a'.repeat(25), 99)).toEqual(['100: add request']);
  });

  it('follow a code that was changed only while nothing was approved', () => {
    const more = { name: 'order_done', options: { versions: { keep: 2, retire: 'keep' } } };
    const both = (state: State) => ({ 1: { state: 'ACT' as const, text: 'one' }, 2: { state, text: 'two' } });
    const content = (text: string) => ({
      ...more,
      content: { ...liveContent, code: 'order_done', content: text },
    });
    expect(planOf({ versions: both('REG'), text: 'two', more: content('two') })).toEqual(['2: update request']);
    expect(planOf({ versions: both('ACT'), text: 'two', more: content('two') })).toEqual(['2: blocked, opens null']);
    expect(planOf({ versions: both('ACT'), text: 'three', more: content('three') })).toEqual([
      '2: blocked, opens null',
    ]);
  });
});

describe('a live version', () => {
  const said = want('approved');
  const plain = (name: string, version: number) => {
    const code = version === 1 ? 'order_paid' : `order_paid_v${version}`;
    const found = templateVersions.plain({ ...live({}, { ...liveContent, code, name }), name: code }, said, version);
    return [found.name, found.content['code'], found.content['name']];
  };

  it('is told under the names of the manifest, with a suffix of its own number alone', () => {
    expect(plain('주문 결제 안내', 1)).toEqual(['order_paid', 'order_paid', '주문 결제 안내']);
    expect(plain('주문 결제 안내 (v2)', 2)).toEqual(['order_paid', 'order_paid', '주문 결제 안내']);
    expect(plain('주문 결제 안내', 2)).toEqual(['order_paid', 'order_paid', '주문 결제 안내']);
    for (const end of ['  (v2)', '(v2)', '_v2', ' v2', ' _v2'])
      expect(plain(`주문 결제 안내${end}`, 2)).toEqual(['order_paid', 'order_paid', '주문 결제 안내']);
    expect(plain('주문 결제 안내 (v3)', 2)).toEqual(['order_paid', 'order_paid', '주문 결제 안내 (v3)']);
    expect(plain('주문 결제 안내 (v1)', 1)).toEqual(['order_paid', 'order_paid', '주문 결제 안내 (v1)']);
  });

  it('may be the text of the manifest if only an image differs, of which the address is known and no file', () => {
    const file = { path: 'a.png', sha256: 'a'.repeat(64), width: 800, height: 400 };
    const shows = (image: JsonObject, title = '결제'): JsonObject => ({
      ...liveContent,
      emphasis: { type: 'IMAGE', image },
      highlight: { title, image },
    });
    const address = { url: 'https://example.com/a.png' };
    const mayBe = (at: JsonObject, wanted: JsonObject) =>
      templateVersions.mayBe(live({}, at), want('approved', 'same', { content: wanted }));
    expect(mayBe(shows(address), shows(file))).toBe(true);
    expect(mayBe(shows(address), shows(file, '취소'))).toBe(false);
    expect(mayBe(shows({ ...file, sha256: 'b'.repeat(64) }), shows(file))).toBe(false);
    expect(mayBe(shows(address), liveContent)).toBe(false);
    expect(mayBe(liveContent, shows(file))).toBe(false);
  });

  it.each([
    ['order_paid_v2', { first: 'order_paid', version: 2 }],
    ['promo_v2_v13', { first: 'promo_v2', version: 13 }],
    ['order_paid', undefined],
    ['order_paid_v1', undefined],
    ['order_paid_v02', undefined],
    ['order_paid_v', undefined],
    ['_v2', undefined],
    ['order_paid_v12345', undefined],
  ])('has a code that tells its number: %s', (code, found) => {
    expect(templateVersions.split(code)).toEqual(found);
  });
});

describe('older versions', () => {
  const stop = { keep: 1, retire: 'stop', after: '14d' };
  const ACT = (text: string, approved: string): Version => ({ state: 'ACT', text, approved });
  const two = { 1: ACT('one', '2026-10-01 00:00:00'), 2: ACT('two', '2026-11-01 12:00:00') };
  const allow: Situation['allow'] = ['queues-again', 'destroys', 'interrupts-sending'];

  it('are stopped when the newer one was approved for long enough, and not a second before', () => {
    const at = (now: string) => planOf({ versions: two, text: 'two', asked: stop, allow, now });
    expect(at('2026-11-15 11:59:59')).toEqual([]);
    expect(at('2026-11-15 12:00:00')).toEqual(['1: stop']);
  });

  it('are stopped after two weeks where nothing is said', () => {
    const at = (now: string) => planOf({ versions: two, text: 'two', asked: { keep: 1, retire: 'stop' }, allow, now });
    expect(at('2026-11-15 11:59:59')).toEqual([]);
    expect(at('2026-11-15 12:00:00')).toEqual(['1: stop']);
  });

  it('are stopped only where the environment allows it', () => {
    expect(planOf({ versions: two, text: 'two', asked: stop })).toEqual([`1: ${allowStop('')}`]);
  });

  it('stay where that is said', () => {
    expect(planOf({ versions: two, text: 'two', asked: { keep: 1, retire: 'keep' }, allow })).toEqual([]);
  });

  it('stay while they are among those that are kept', () => {
    const three = { ...two, 3: ACT('three', '2026-11-05 00:00:00') };
    const keep = (count: number) =>
      planOf({ versions: three, text: 'three', asked: { ...stop, keep: count }, allow, now: '2026-12-01 00:00:00' });
    expect(keep(3)).toEqual([]);
    expect(keep(2)).toEqual(['1: stop']);
    expect(keep(1)).toEqual(['1: stop', '2: stop']);
  });

  it('count the days from the approval that made them one too many', () => {
    const three = { ...two, 3: ACT('three', '2026-11-18 00:00:00') };
    const at = (now: string) => planOf({ versions: three, text: 'three', asked: { ...stop, keep: 2 }, allow, now });
    expect(at('2026-12-01 23:59:59')).toEqual([]);
    expect(at('2026-12-02 00:00:00')).toEqual(['1: stop']);
  });

  it('stay while the newer one cannot be sent, or nobody knows since when it can', () => {
    for (const state of ['REQ', 'STP', 'DMT', 'BLK'] as const) {
      const versions = { ...two, 2: { ...two[2], state } };
      expect(planOf({ versions, text: 'two', asked: stop, allow, now: '2027-01-01 00:00:00' }).join()).not.toContain(
        '1:',
      );
    }
    const versions = { ...two, 2: { state: 'ACT' as const, text: 'two' } };
    expect(planOf({ versions, text: 'two', asked: stop, allow, now: '2027-01-01 00:00:00' })).toEqual([]);
  });

  it('are stopped while the next text is in inspection, as long as a newer one goes on', () => {
    const versions = { ...two, 3: { state: 'REQ' as const, text: 'three' } };
    expect(planOf({ versions, text: 'three', asked: stop, allow })).toEqual(['1: stop', '3: waits']);
  });

  it('leave alone what is newer than the current one, and what is blocked, stopped or dormant', () => {
    expect(planOf({ versions: two, text: 'one', asked: stop, allow, now: '2027-01-01 00:00:00' })).toEqual([]);
    for (const state of ['BLK', 'STP', 'DMT'] as const) {
      const versions = { ...two, 1: { ...two[1], state } };
      expect(planOf({ versions, text: 'two', asked: stop, allow, now: '2027-01-01 00:00:00' })).toEqual([]);
    }
  });

  it('are protected as the manifest says', () => {
    expect(planOf({ versions: two, text: 'two', asked: stop, allow, more: { protect: true } })).toEqual([
      '1: blocked, opens --unprotect NotificationTemplate/shop/order-paid',
    ]);
  });
});

describe('a manifest that wants something else', () => {
  const both = (state: State) => ({ 1: { state: 'ACT' as const, text: 'one' }, 2: { state, text: 'two' } });
  const all: Situation['allow'] = ['queues-again', 'destroys', 'interrupts-sending', 'loses-approval'];
  const planned = (goal: string, state: State, text: string, allow?: Situation['allow']) =>
    planOf({ versions: both(state), text, more: { goal }, ...(allow && { allow }) });

  it('a draft: the version under way becomes one, and nothing new is made', () => {
    expect(planned('draft', 'REQ', 'two')).toEqual(['2: cancel_request']);
    expect(planned('draft', 'REJ', 'three')).toEqual(['2: update']);
    expect(planned('draft', 'REG', 'two')).toEqual([]);
    expect(planned('draft', 'RDY', 'three', all)).toEqual(['2: cancel_approval update']);
    expect(planned('draft', 'ACT', 'three')).toEqual(['2: blocked, opens null']);
  });

  it('stopped: every approved one is stopped', () => {
    expect(planned('stopped', 'ACT', 'two', all)).toEqual(['1: stop', '2: stop']);
    expect(planned('stopped', 'REQ', 'two', all)).toEqual(['1: stop', '2: cancel_request']);
    expect(planned('stopped', 'STP', 'two', all)).toEqual(['1: stop']);
    expect(planned('stopped', 'ACT', 'two')).toEqual([`1: ${allowStop('')}`, `2: ${allowStop('@v2')}`]);
  });

  it('no versions any more: those that are there go on, and no new one is made', () => {
    const without = (state: State, text: string) => planOf({ versions: both(state), text, asked: {} });
    expect(without('ACT', 'one')).toEqual([]);
    expect(without('ACT', 'two')).toEqual([]);
    expect(without('REQ', 'one')).toEqual(['2: cancel_request delete']);
    expect(without('REQ', 'three')).toEqual(['2: cancel_request update request']);
    expect(without('ACT', 'three')).toEqual([
      '2: blocked, opens publish it as a new version, which keeps the present text in use (`versions: true` in manifests/order.yaml)',
    ]);
  });

  it('no versions yet: what is said opens a way', () => {
    const content = { ...liveContent, content: 'two' };
    const version = { state: 'ACT' as const, text: 'one' as const };
    expect(planOf({ versions: { 1: version }, text: 'two', asked: {}, more: { content } })).toEqual([
      '1: blocked, opens publish it as a new version, which keeps the present text in use (`versions: true` in manifests/order.yaml)',
    ]);
  });
});
