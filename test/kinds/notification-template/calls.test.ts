import { expect, it } from 'vitest';
import { openLiveProject } from '../live-project.ts';

it('a new template takes three calls: it is added, requested, and read once, after the request', async () => {
  const project = await openLiveProject();
  const ids = ['a', 'b', 'c', 'd'];
  const template = (id: string) =>
    `kind: NotificationTemplate\nid: ${id}\nname: 안내 ${id}\ncategory: "001001"\nmessageType: BA\ncontent: 주문이 접수되었습니다.\n`;
  await project.declare(ids.map(template).join('---\n'));
  const planned = await project.plan();
  await project.calls();
  await project.carryOut(planned);
  const calls = (await project.calls()).filter((path) => path.includes('/template/'));
  const counts = ['add', 'request', 'detail'].map((name) => calls.filter((path) => path.endsWith(`/${name}`)).length);
  expect([counts, calls.length]).toEqual([[4, 4, 4], 12]);
});
