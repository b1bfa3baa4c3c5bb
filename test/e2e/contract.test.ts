import { readdir, readFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { documentOf, emptyProject, type Project, smallShop } from './here.ts';

const MANIFEST = `kind: NotificationTemplate
id: hello
name: 인사
category: "001001"
messageType: BA
content: 안녕하세요.
`;

/** A project whose environment is a service at these addresses. */
async function serviceProject(resourceUrl: string, more = ''): Promise<Project> {
  const project = await emptyProject();
  await project.write(
    'notiform.yaml',
    `version: 1
manifests: .
defaults: { profile: shop }
environments:
  real:
    resourceUrl: ${resourceUrl}
    credentials: { bizId: "\${env:BIZ}", apiKey: "\${env:KEY}" }
    profiles: { shop: { key: ssssssssssssssssssssssssssssssssssssssss } }
${more}`,
  );
  await project.write('hello.yaml', MANIFEST);
  return project;
}

const SECRETS = { BIZ: 'someone', KEY: 'hunter2-hunter2' };

describe('the command line', () => {
  it('prints one document with --json, whatever goes wrong', async () => {
    const project = await smallShop();
    expect(documentOf(await project.run('plam', '--json'))).toMatchObject({
      schemaVersion: 1,
      ok: false,
      problems: [{ code: 'usage' }],
    });
    const planned = await project.run('--json', 'plan');
    expect(planned.exit).toBe(0);
    expect(documentOf(planned)).toMatchObject({
      schemaVersion: 1,
      command: 'plan',
      ok: true,
      environment: 'local',
      problems: [],
    });
    expect(documentOf(await project.run('validate', '--json', '-e', 'nowhere'))).toMatchObject({
      command: 'validate',
      ok: false,
      problems: [{ code: 'config-no-environment' }],
    });
  });

  it('does not ask where nobody can answer: it says how to confirm, and exits 7', async () => {
    const project = await smallShop();
    const asked = await project.run('apply');
    expect(asked.exit).toBe(7);
    expect(asked.stderr).toContain(
      'Apply these 6 changes to local? This is not a terminal, so notiform cannot ask.\nTo confirm, run: notiform -e local apply --yes\n',
    );
    expect((await project.run('plan')).stdout).toContain('Plan: 6 to create.');
    // Nobody is asked about a plan that was not shown.
    expect((await project.run('apply', '-q')).stderr).toContain('Plan: 6 to create.');
    expect((await project.run('apply', '--json')).stderr).toContain('Plan: 6 to create.');
  });

  it('writes nothing while it plans but the categories: not even the emulator does', async () => {
    const project = await smallShop();
    const files = (): Promise<string[]> => readdir(project.path, { recursive: true });
    const before = await files();
    await project.run('plan');
    await project.run('status');
    expect((await files()).filter((file) => !/^\.notiform($|.categories)/.test(file))).toEqual(before);
  });

  it('keeps the result on stdout and the rest on stderr', async () => {
    const project = await smallShop();
    const quiet = await project.run('plan', '-q');
    expect(quiet.stderr).toBe('');
    expect(quiet.stdout).toMatch(/^Plan for local\n/);
  });

  it('has colour when it is told to, and none when it is not', async () => {
    const project = await smallShop();
    const csi = '\u001b[';
    expect((await project.run('plan')).stdout).not.toContain(csi);
    expect((await project.run('plan', '--color')).stdout).toContain(csi);
    expect((await project.runWith({ FORCE_COLOR: '1' }, 'plan')).stdout).toContain(csi);
    expect((await project.runWith({ FORCE_COLOR: '1', NO_COLOR: '1' }, 'plan')).stdout).not.toContain(csi);
    expect((await project.runWith({ FORCE_COLOR: '1' }, 'plan', '--no-color')).stdout).not.toContain(csi);
  });

  it('stops at problems in manifests before anything is sent', async () => {
    const project = await smallShop();
    await project.edit('manifests/order.yaml', 'messageType: EX', 'messageType: EXX');
    for (const command of ['validate', 'plan', 'apply', 'status', 'wait']) {
      const ran = await project.run(command);
      expect(ran.exit, command).toBe(3);
      expect(ran.stderr).toContain('manifests/order.yaml:6:14');
      expect(ran.stderr).toContain('EXX');
    }
    expect((await project.run('emulator', 'requests')).stdout).toBe('Nothing waits for a verdict.\n');
  });
});

describe('what the service refuses', () => {
  it('is told once, with its address', async () => {
    const project = await smallShop();
    await project.edit(
      'manifests/account.yaml',
      './images/welcome.png',
      '{ url: "https://elsewhere.example.com/a.png" }',
    );
    const ran = await project.run('apply', '--yes', '--json');
    expect(ran.exit).toBe(4);
    const { problems } = documentOf(ran) as { problems: { code: string; address: string }[] };
    expect(problems.map(({ code, address }) => `${code} ${address}`)).toEqual([
      'service-refused NotificationTemplate/shop/welcome',
    ]);
  });
});

describe('a service that does not answer as it should', () => {
  it('is named where it cannot be reached', async () => {
    const project = await serviceProject('http://127.0.0.1:9');
    const ran = await project.runWith(SECRETS, 'plan');
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain('127.0.0.1:9');
    expect(ran.stderr).not.toContain('hunter2');
  });

  it('is not trusted where its certificate cannot be verified', async () => {
    const pem = (name: string): Promise<Buffer> => readFile(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));
    const server = createTlsServer({ key: await pem('key'), cert: await pem('certificate') }, (_request, response) =>
      response.end('{}'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const project = await serviceProject(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const ran = await project.runWith(SECRETS, 'plan');
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toMatch(/certificate/i);
    expect(ran.stderr).not.toContain('hunter2');
  });

  it('is not asked at all while a credential is missing', async () => {
    const ran = await (await serviceProject('https://service.example.com')).runWith({ BIZ: 'someone' }, 'plan');
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('The environment variable KEY is not set');
  });

  it('is not needed to validate', async () => {
    expect(await (await serviceProject('https://service.example.com')).run('validate')).toMatchObject({
      exit: 0,
      stdout: 'Valid, with 1 warning: 1 resource and 0 test sends (real).\n',
    });
  });
});
