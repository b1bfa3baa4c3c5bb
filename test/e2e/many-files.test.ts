import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inThisProcess } from './here.ts';
import { emptyProject, type Project } from './project.ts';

const CONFIG = `version: 1
defaults: { profile: shop, sender: main }
environments:
  local:
    emulator: true
    profiles: { shop: { key: ${'a'.repeat(40)} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
    variables: { host: shop.example.com }
`;

/** Different documents: with and without findings and mistakes, which the first and the last files have in common. */
function manifestOf(index: number): string {
  const id = `n-${index}`;
  const template = (content: string, more = ''): string =>
    `kind: NotificationTemplate\nid: ${id}\nname: 안내 ${index}\ncategory: "001001"\nmessageType: BA\ncontent: |\n  ${content}\n${more}`;
  if (index % 500 === 1) return template('주문 안내입니다.', 'unknown: 1\n');
  if (index % 500 === 2) return template('주문 안내입니다.', 'code: same\n');
  if (index % 500 === 3) return template('${var:host}에서 보세요. ${var:none}');
  if (index % 500 === 4)
    return `kind: TestSend\nid: ${id}\ntemplate: NotificationTemplate/shop/n-5\nto: [qa, 01012345678]\n`;
  if (index % 500 === 6) return 'a: [\n';
  return template(index % 7 === 0 ? '#{이름}님, 주문 안내입니다.' : '주문 안내입니다.');
}

async function manyFiles(): Promise<Project> {
  const project = await emptyProject();
  await project.write('notiform.yaml', CONFIG);
  mkdirSync(join(project.path, 'manifests'));
  for (let index = 0; index < 2100; index += 1)
    writeFileSync(join(project.path, 'manifests', `${index}.yaml`), manifestOf(index));
  return project;
}

it('many files are checked the same in two threads, in one, and with the cache of an earlier run', {
  timeout: 120_000,
}, async () => {
  const project = await manyFiles();
  // From the sources there is neither a second thread nor a cache.
  const expected = await inThisProcess(project).run('validate', '--json');
  expect(expected.exit).toBe(3);
  for (const words of [['--no-cache'], ['--cache'], ['--cache']]) {
    expect(await project.run(...words, 'validate', '--json')).toEqual(expected);
  }
  expect(await project.read('.notiform/cache/manifests')).not.toContain('01012345678');
});

it('a plan is the same with the cache, whose plan reads the service while it reads the manifests', {
  timeout: 120_000,
}, async () => {
  const project = await emptyProject();
  const manifest = (index: number, content: string): Promise<void> =>
    project.write(
      `manifests/${index}.yaml`,
      `kind: NotificationTemplate\nid: n-${index}\nname: 안내 ${index}\ncategory: "001001"\nmessageType: BA\nlifecycle: draft\ncontent: ${content}\n`,
    );
  await project.write('notiform.yaml', CONFIG);
  mkdirSync(join(project.path, 'manifests'));
  await Promise.all(Array.from({ length: 110 }, (_, index) => manifest(index, '주문 안내입니다.')));
  expect(await project.run('apply', '--yes', '--cache')).toMatchObject({ exit: 0 });
  for (const content of ['주문 안내입니다.', '다른 안내입니다.', '"${var:none}"']) {
    await manifest(7, content);
    const words = ['plan', '--detailed-exitcode'];
    const expected = await project.run('--no-cache', ...words);
    expect(expected.exit).toBe({ '주문 안내입니다.': 0, '다른 안내입니다.': 2 }[content] ?? 3);
    expect(await project.run('--cache', ...words)).toEqual(expected);
  }
});
