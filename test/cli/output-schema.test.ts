import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { output } from '../../src/core/output-shape.ts';
import { openProject } from './project.ts';

const SCHEMA = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' });
const CONFIG = `environments:
  local:
    emulator: true
    inspect: auto
    profiles: { shop: { key: ${'a'.repeat(40)} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
defaults: { environment: local, profile: shop, sender: main }
`;
const TEMPLATE = `kind: NotificationTemplate
id: order
name: 주문 안내
category: "002001"
messageType: BA
content: 주문이 접수되었습니다.
`;

/** `npx vitest run test/cli/output-schema.test.ts -u` writes the schema. */
it('the schema of --json is that of the shapes', async () => {
  const path = join(import.meta.dirname, '../../schemas/output.json');
  await expect(`${JSON.stringify(SCHEMA, null, 2)}\n`).toMatchFileSnapshot(path);
});

describe('the schema of --json', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(SCHEMA);

  it('holds for the documents of the commands', async () => {
    const project = await openProject(CONFIG);
    const failing: string[] = [];
    const check = async (exit: number, ...words: string[]): Promise<void> => {
      const ran = await project.run([...words, '--json']);
      const document: unknown = JSON.parse(ran.out);
      if (ran.exit !== exit || !validate(document)) failing.push(`${words.join(' ')}: ${ran.exit} ${ran.out}`);
    };
    await project.write('manifests/order.yaml', TEMPLATE);
    await check(0, 'validate');
    await check(0, 'plan');
    await check(0, 'apply', '--yes', '--wait');
    await check(0, 'wait');
    await check(0, 'send', 'order', '--to', 'qa', '--yes', '--allow', 'locks-text');
    await check(0, 'send', 'order', '--to', 'qa', '--dry-run');
    await project.write('manifests/order.yaml', TEMPLATE.replace('접수', '취소'));
    await check(0, 'plan');
    await check(0, 'status');
    await check(0, 'import', '**', '--dry-run');
    await check(0, 'import', '**', '--update', '--dry-run');
    await check(0, 'state', 'show');
    await check(64, 'plan', '--target', 'nothing');
    await project.write('manifests/order.yaml', 'kind: Nothing\n');
    await check(3, 'validate');
    expect(failing).toEqual([]);
  });

  it('refuses documents of another form', () => {
    const common = { schemaVersion: 1, command: 'status', ok: true, problems: [] };
    expect(validate(common)).toBe(false);
    expect(validate({ ...common, status: { environment: 'here', rows: [{}] } })).toBe(false);
    expect(validate({ ...common, command: 'get' })).toBe(true);
    expect(validate({ ...common, ok: false })).toBe(true);
  });
});
