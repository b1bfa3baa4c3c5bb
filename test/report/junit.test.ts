import { describe, expect, it } from 'vitest';
import type { SendResult } from '../../src/core/send-result.ts';
import { drawJunit } from '../../src/report/junit.ts';
import { SENT } from './support.ts';

const sent: SendResult = { ...SENT, source: null, acceptance: null, delivery: null };

const earlier: NonNullable<SendResult['earlier']> = {
  time: '2026-11-20T00:00:00.000Z',
  at: null,
  refKey: 'nf1',
  messageKey: 'key-1',
  outcome: 'delivered',
};

/** The elements of the schema that Jenkins publishes (junit-10.xsd) and GitLab and GitHub's reporters read, with their attributes and parents. */
const ELEMENTS: Readonly<Record<string, { in: string[]; required: string[]; more: string[] }>> = {
  testsuites: { in: [''], required: [], more: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'] },
  testsuite: {
    in: ['testsuites'],
    required: ['name', 'tests'],
    more: ['failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
  },
  testcase: { in: ['testsuite'], required: ['name'], more: ['classname', 'time', 'assertions', 'status'] },
  skipped: { in: ['testcase'], required: [], more: ['message', 'type'] },
  failure: { in: ['testcase'], required: [], more: ['message', 'type'] },
  error: { in: ['testcase'], required: [], more: ['message', 'type'] },
};

/** Returns where a report does not follow the schema. */
function faultsIn(report: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, close = '', name = '', given = '', empty = ''] of report.matchAll(
    /<(\/?)([a-z]+)((?: [a-z]+="[^"<&]*(?:&[a-z#0-9]+;[^"<&]*)*")*)(\/?)>/g,
  )) {
    if (close !== '') {
      if (open.pop() !== name) faults.push(`</${name}>`);
      continue;
    }
    const rule = ELEMENTS[name];
    const attributes = new Map(
      [...given.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    );
    if (!rule?.in.includes(open.at(-1) ?? '')) faults.push(`<${name}> in <${open.at(-1)}>`);
    faults.push(...[...attributes.keys()].filter((key) => !rule?.required.includes(key) && !rule?.more.includes(key)));
    faults.push(...(rule?.required ?? []).filter((key) => !attributes.has(key)));
    const numbers = ['tests', 'failures', 'errors', 'skipped'].filter(
      (key) => !/^\d+$/.test(attributes.get(key) ?? '0'),
    );
    faults.push(...numbers, ...(/^\d+\.\d{3}$/.test(attributes.get('time') ?? '0.000') ? [] : ['time']));
    if (empty === '') open.push(name);
  }
  const rest = report.replace(/<\?xml [^<>]*\?>|<\/?[a-z]+(?: [a-z]+="[^"<]*")*\/?>/g, '');
  return [...faults, ...open, ...(/[<>]/.test(rest) ? ['text'] : [])];
}

describe('a JUnit report', () => {
  it('has a case for each message, failed where it did not end as expected', () => {
    const sends: SendResult[] = [
      { ...sent, tookMs: 1250 },
      { ...sent, send: 'accepted', outcome: 'accepted', asExpected: null },
      { ...sent, send: 'skipped', outcome: 'skipped', earlier },
      {
        ...sent,
        outcome: 'failed',
        asExpected: false,
        delivery: { code: '7308', device: 'AT', media: null, at: null },
      },
      {
        ...sent,
        template: null,
        outcome: 'unproved',
        asExpected: null,
        proof: [{ code: 'send-differs', path: 'message', message: 'It differs at "<line 2>" & after' }],
      },
      {
        ...sent,
        outcome: 'not-sent',
        asExpected: null,
        problem: { code: 'send-unconfirmed', severity: 'error', message: 'It was not confirmed', hint: 'Pass `--yes`' },
      },
      {
        ...sent,
        send: 'unresolved',
        outcome: 'skipped',
        asExpected: null,
        earlier: { ...earlier, outcome: 'sending' },
        problem: { code: 'send-uncertain', severity: 'error', message: 'It was not sent again' },
      },
    ];
    expect(
      drawJunit({ environment: 'local', dryRun: false, sends, problems: [] }),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="notiform send, local" tests="7" failures="4" errors="0" skipped="1" time="1.250">
  <testcase classname="NotificationTemplate/shop/order-paid" name="order-paid-smoke to qa" time="1.250"/>
  <testcase classname="NotificationTemplate/shop/order-paid" name="accepted to qa"/>
  <testcase classname="NotificationTemplate/shop/order-paid" name="skipped to qa">
    <skipped message="sent at 2026-11-20T00:00:00.000Z (delivered), reference nf1"/>
  </testcase>
  <testcase classname="NotificationTemplate/shop/order-paid" name="order-paid-smoke to qa">
    <failure message="failed, expected delivered: result 7308, the recipient has no messenger under this number" type="7308">Check the recipient. On the emulator, a number that is not one of its \`recipients\` ends with this code: add it with \`--recipient\` or \`POST register\`.</failure>
  </testcase>
  <testcase classname="at" name="order-paid-smoke to qa">
    <failure message="unproved, expected delivered: It differs at &quot;&lt;line 2&gt;&quot; &amp; after" type="send-differs">message: It differs at &quot;&lt;line 2&gt;&quot; &amp; after</failure>
  </testcase>
  <testcase classname="NotificationTemplate/shop/order-paid" name="order-paid-smoke to qa">
    <failure message="not-sent, expected delivered: It was not confirmed" type="send-unconfirmed">Pass \`--yes\`</failure>
  </testcase>
  <testcase classname="NotificationTemplate/shop/order-paid" name="unresolved to qa">
    <failure message="skipped, expected delivered: It was not sent again" type="send-uncertain"></failure>
  </testcase>
</testsuite></testsuites>
`);
  });

  it('follows the schema, with any text of a test send in it', () => {
    const odd = 'a "quoted" <b> & \u0000 \n 한글\ufffe';
    const problem = { code: 'send-uncertain', severity: 'error', message: odd, hint: odd } as const;
    const service = { code: '3014', message: odd };
    const sends: SendResult[] = [
      { ...sent, send: odd, tookMs: 61_000 },
      { ...sent, outcome: 'skipped', earlier: { ...earlier, refKey: odd } },
      { ...sent, outcome: 'refused', asExpected: false, problem: { ...problem, service } },
    ];
    const report = drawJunit({ environment: odd, dryRun: false, sends, problems: [problem] });
    expect(faultsIn(report)).toEqual([]);
    expect(report).toContain('3014 a &quot;quoted&quot;');
    // No XML document can hold it.
    expect(report).not.toContain('\ufffe');
    expect(report.match(/<testcase /g)).toHaveLength(4);
    expect(report).toContain('tests="4" failures="1" errors="1" skipped="1"');
    expect(faultsIn(report.replace('<skipped ', '<ignored '))).not.toEqual([]);
  });

  it('calls a dry run that is proved a success', () => {
    const proved: SendResult = { ...sent, outcome: 'proved', asExpected: null };
    expect(drawJunit({ environment: 'local', dryRun: true, sends: [proved], problems: [] })).toContain('failures="0"');
    expect(drawJunit({ environment: 'local', dryRun: false, sends: [proved], problems: [] })).toContain('failures="1"');
  });
});
