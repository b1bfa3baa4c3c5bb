import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulatorControl, type EmulatorControl } from '../../src/emulator/emulator.ts';
import { startEmulator } from '../../src/emulator/library.ts';
import { systemPorts } from '../../src/files/system.ts';
import { png } from '../images.ts';
import { openProject, type Project, type Ran } from './project.ts';

const CONFIG = `defaults: { environment: local, profile: shop }
environments:
  local:
    emulator: true
    profiles: { shop: { key: ${'s'.repeat(40)} } }
`;

/** Runs `emulator` with these words until `look` resolves, then stops it. */
async function served(
  project: Project,
  words: string[],
  look: (control: EmulatorControl, url: string) => Promise<void>,
): Promise<Ran> {
  const stop = new AbortController();
  let announce = (_url: string): void => undefined;
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const writeAtomic: typeof systemPorts.files.writeAtomic = async (path, bytes, mode) => {
    await systemPorts.files.writeAtomic(path, bytes, mode);
    if (path.endsWith('emulator.json')) announce((JSON.parse(String(bytes)) as { url: string }).url);
  };
  const ports = { ...systemPorts, files: { ...systemPorts.files, writeAtomic } };
  const running = project.run(['emulator', ...words], { ports, signal: stop.signal });
  const url = await Promise.race([announced, running.then(({ err }) => Promise.reject(new Error(err)))]);
  await look(createEmulatorControl(url), url);
  stop.abort('SIGINT');
  return running;
}

/** The codes of the templates with their states. */
async function templatesOf(control: EmulatorControl): Promise<string[]> {
  const answer = await control.snapshot();
  const templates = answer.ok ? answer.snapshot['templates'] : [];
  const known = (Array.isArray(templates) ? templates : []) as { templateCode: string; inspectionStatus: string }[];
  return known.map(({ templateCode, inspectionStatus }) => `${templateCode} ${inspectionStatus}`).sort();
}

/** Waits until `--from-manifests` has finished: it returns the settings last. */
async function applied(control: EmulatorControl, templates: string[]): Promise<void> {
  await expect.poll(() => templatesOf(control)).toEqual(templates);
  const kept = { settings: { inspect: 'manual', inspectMs: 1000, encodeMs: 500 } };
  await expect.poll(() => control.settings({})).toMatchObject(kept);
}

const template = (id: string, more = ''): string =>
  `kind: NotificationTemplate\nid: ${id}\nname: ${id} 안내\ncategory: "002001"\nmessageType: BA\ncontent: "#{이름}님, 결제가 완료되었습니다."\n${more}`;

it('lists a profile of notiform.yaml once, and refuses a second emulator with the folder for one', async () => {
  const project = await openProject(CONFIG);
  const key = 's'.repeat(40);
  const ran = await served(project, ['--profile', `shop=${key}`, '--profile', `mall=${'m'.repeat(40)}`], async () => {
    const second = await project.run(['emulator', '--port', '4711', '--data', 'other.json']);
    expect([second.exit, second.err.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining('For a second emulator, run `notiform emulator` in a folder outside the project.'),
    ]);
  });
  expect(ran.out.match(/^ {2}profile +\S+/gm)).toEqual(['  profile       shop', '  profile       mall']);
});

describe('the data file', () => {
  it('of a project is for the emulator of the project only', async () => {
    const project = await openProject(CONFIG);
    const data = join(project.path, '.notiform/emulator-data.json');
    await served(project, [], async () => {
      await expect(startEmulator({ data })).rejects.toThrow(`already uses the data file ${data}`);
    });
    const emulator = await startEmulator({ data });
    onTestFinished(() => emulator.stop());
    const { exit, err } = await project.run(['emulator']);
    expect([exit, err]).toEqual([1, expect.stringContaining('It runs in this process')]);
  });

  it.each([[[], /^ {2}data {10}\S+\/other\.json( \(new file\))?$/m, ' (new file)']])(
    'is named at the start: %j',
    async (words, line, isNew) => {
      const project = await openProject(CONFIG);
      const start = async (): Promise<string | undefined> => {
        const { out } = await served(project, ['--data', 'other.json', ...words], async (control) => {
          await control.seed({ templates: [{ profile: 'shop', templateCode: 'a' }] });
        });
        return line.exec(out)?.[1] ?? '';
      };
      expect([await start(), await start()]).toEqual([isNew, '']);
    },
  );
});

describe('emulator --from-manifests', () => {
  it('approves everything that the manifests declare to be approved, and keeps the settings', async () => {
    const project = await openProject(CONFIG);
    await project.write('manifests/paid.yaml', template('order-paid', 'versions: true\n'));
    await project.write('manifests/draft.yaml', template('next-year', 'lifecycle: draft\n'));
    await project.write('manifests/tag.yaml', 'kind: GroupTag\nid: orders\nname: 주문\n');
    const ran = await served(project, ['--from-manifests'], (control) =>
      applied(control, ['next_year REG', 'order_paid APR']),
    );
    expect([ran.exit, ran.out]).toEqual([0, expect.stringContaining('The emulator runs at')]);
    // In production, the text of a template with versions may have another code.
    expect(ran.err).toMatch(/under the first code only:\s+NotificationTemplate\/shop\/order-paid\n/);
    expect((await project.run(['plan'])).out).toContain('No changes.');
  });

  it('uploads images again that a new emulator does not have, although the state knows them', async () => {
    const project = await openProject(CONFIG);
    const emphasis = 'emphasis: { type: IMAGE, image: ./images/paid.png }\n';
    await project.write('manifests/paid.yaml', template('order-paid', emphasis));
    await project.write('manifests/images/paid.png', png(800, 400));
    for (let count = 0; count < 2; count += 1) {
      const ran = await served(project, ['--from-manifests'], (control) => applied(control, ['order_paid APR']));
      expect([ran.exit, ran.out]).toEqual([0, expect.stringContaining('The emulator runs at')]);
      await systemPorts.files.remove(`${project.path}/.notiform/emulator-data.json`);
    }
  });

  it('keeps the data and the state of the project, if the emulator has another data file', async () => {
    const project = await openProject(CONFIG);
    await project.write('manifests/paid.yaml', template('order-paid'));
    await project.write('manifests/tag.yaml', 'kind: GroupTag\nid: orders\nname: 주문\n');
    await project.run(['apply', '--yes']);
    const words = ['--from-manifests', '--data', 'other.json'];
    const ran = await served(project, words, async (control) => {
      await applied(control, ['order_paid APR']);
      expect((await project.run(['plan'])).out).toContain('No changes.');
    });
    expect([ran.exit, ran.out]).toEqual([0, expect.stringContaining('The emulator runs at')]);
    // The project's own template is still in inspection: it was approved only in the other data.
    expect((await project.run(['status'])).out).toContain('in inspection');
    const { out } = await project.run(['plan']);
    expect([out.includes('No changes.'), out.includes('Not managed')], out).toEqual([true, false]);
  });

  it('reports what is wrong with the manifests, and stops', async () => {
    const project = await openProject(CONFIG);
    await project.write('manifests/paid.yaml', template('order-paid', 'lifecycle: published\n'));
    const ran = await project.run(['emulator', '--from-manifests']);
    expect([ran.exit, ran.out, ran.err]).toEqual([3, '', expect.stringContaining('manifests/paid.yaml:7')]);
    expect(await systemPorts.files.read(`${project.path}/.notiform/emulator.json`)).toBeUndefined();
  });
});

describe('emulator --seed', () => {
  const seed = 'templates:\n  - profile: shop\n    templateCode: seeded\n    inspectionStatus: APR\n';

  it.each([
    ['seed.yaml', seed],
    ['seed.json', '{"templates": [{"profile": "shop", "templateCode": "seeded", "inspectionStatus": "APR"}]}'],
  ])('starts and resets with the entities of %s', async (name, text) => {
    const project = await openProject(CONFIG);
    await project.write(name, text);
    const ran = await served(project, ['--seed', name], async (control) => {
      expect(await templatesOf(control)).toEqual(['seeded APR']);
      await control.template({ profile: 'shop', templateCode: 'seeded', inspectionStatus: 'REJ' });
      await control.reset();
      expect(await templatesOf(control)).toEqual(['seeded APR']);
    });
    expect(ran.exit).toBe(0);
  });

  it('loads a snapshot of any size', async () => {
    const [project, other] = [await openProject(CONFIG), await openProject(CONFIG)];
    const sent = { type: 'sms' as const, to: '01000000000', content: { message: '가'.repeat(1000) }, result: '4100' };
    const ran = await served(project, [], async (control) => {
      await control.seed({ messages: Array.from({ length: 500 }, () => sent) });
      await other.write('snapshot.json', JSON.stringify(await control.snapshot()));
    });
    expect(ran.exit).toBe(0);
    await served(other, ['--seed', 'snapshot.json'], async (control) => {
      expect(await control.health()).toMatchObject({ messages: 500 });
    });
  });

  it('reports a file that is missing', async () => {
    const project = await openProject(CONFIG);
    const { exit, err } = await project.run(['emulator', '--seed', 'none.yaml']);
    expect([exit, err]).toEqual([3, expect.stringContaining('There is no file none.yaml')]);
  });
});

it('ends, and stops the emulator, if a signal comes while it starts', async () => {
  const project = await openProject(CONFIG);
  await project.write('manifests/a.yaml', template('a'));
  const stop = new AbortController();
  const writeAtomic: typeof systemPorts.files.writeAtomic = async (path, bytes, mode) => {
    await systemPorts.files.writeAtomic(path, bytes, mode);
    if (path.endsWith('emulator.json')) stop.abort('SIGINT');
  };
  const ports = { ...systemPorts, files: { ...systemPorts.files, writeAtomic } };
  const { exit } = await project.run(['emulator'], { ports, signal: stop.signal });
  expect([exit, await readdir(join(project.path, '.notiform'))]).toEqual([130, []]);
});
