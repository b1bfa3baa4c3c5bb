import { posix } from 'node:path';
import type { Language } from '../../core/language.ts';
import type { Files } from '../../core/ports.ts';
import { bundledSchema, editorSchemas } from '../../manifest/schema/schema.ts';
import { writeManifest } from '../../manifest/writer/writer.ts';
import { slugOf } from '../../text/slug.ts';
import type { Managed } from './manager.ts';
import { drawWorkflow, type WorkflowOptions, workflowPath } from './workflow.ts';

export interface NewFile {
  path: string;
  content: string | Uint8Array;
  /** The bytes that it replaces. */
  was?: Uint8Array | undefined;
}

/** The schemas for editors where notiform is not installed, relative to the project's root. */
const COPIED = { manifests: '.vscode/notiform.schema.json', config: '.vscode/notiform.config.schema.json' };

/** A PNG of two colours, 800 by 400: the ratio that the image of a notification template has (resource API 4.2). */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAyAAAAGQAQMAAABs65Z3AAAABlBMVEX/6MxUhHbooMCJAAAAZUlEQVR42u3NQREAAAwCIPuX3lr48KAACQAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAzrkAikUgkEolEIpFIJBKJRCKRSCQSiUQikUgkEolEIpFIJBKJRCKRSCQSiUQikUgkkmLyGJ18e5a/iC4AAAAASUVORK5CYII=',
  'base64',
);

/** The lines of `.gitignore`: installed packages, what the emulator and notiform keep on one machine, and what commands write for a reader. */
export const IGNORED = [
  'node_modules/',
  '.notiform/',
  'previews/',
  'plan.json',
  'plan-*.json',
  '/plan.md',
  'receipt*.json',
];

/**
 * Returns the folder of the installed notiform, relative to the project's folder. Undefined if it is not installed. npm and Yarn
 * install the packages of a workspace in the folder of the lock file.
 * @param top the root of the repository
 */
export async function installedIn(
  top: string,
  folder: string,
  { manager, lockFile }: Managed,
  files: Files,
): Promise<string | undefined> {
  for (const at of manager.linksInFolder ? [folder] : [folder, posix.dirname(lockFile)]) {
    const path = posix.join(at, 'node_modules/notiform');
    const schema = posix.join(top, path, 'schemas', editorSchemas.manifests);
    if ((await files.size(schema)) !== undefined) return posix.relative(folder, path);
  }
  return undefined;
}

interface NewProject {
  /** The folder of the installed package, relative to the project's folder. */
  installed: string | undefined;
  /** The project's folder, relative to the root of its repository; empty at the root. */
  folder: string;
  /** The name of the project in its state. */
  name: string;
  /** The language to write into notiform.yaml; undefined for the default. */
  language?: Language | undefined;
}

/** Returns every file that `init` writes except `.gitignore` and the workflow. Includes the schemas for editors if they are not installed. */
export function newProject({ installed, name, folder, language }: NewProject): NewFile[] {
  const schemas = installed === undefined ? COPIED : schemasIn(posix.join(installed, 'schemas'));
  return [
    {
      path: 'notiform.yaml',
      content: configText(`./${schemas.config}`, name, `refs/notiform/production${suffixOf(folder)}`, language),
    },
    { path: 'manifests/welcome.yaml', content: welcome(`../${schemas.manifests}`) },
    { path: 'manifests/order-paid.yaml', content: orderPaid(`../${schemas.manifests}`) },
    { path: 'manifests/images/welcome.png', content: PICTURE },
    { path: '.vscode/settings.json', content: json(editorSettings(schemas)) },
    { path: '.vscode/extensions.json', content: json({ recommendations: ['redhat.vscode-yaml'] }) },
    ...(installed === undefined
      ? [
          { path: COPIED.manifests, content: json(bundledSchema(editorSchemas.manifests)) },
          { path: COPIED.config, content: json(bundledSchema(editorSchemas.config)) },
        ]
      : []),
  ];
}

/** Returns the workflow of a project. GitHub reads workflows only at the root of the repository. */
export function newWorkflow(project: Omit<WorkflowOptions, 'name'>): { path: string; content: string } {
  const name = `notiform${suffixOf(project.folder)}`;
  return { path: posix.relative(project.folder, workflowPath(name)), content: drawWorkflow({ ...project, name }) };
}

function schemasIn(folder: string): typeof COPIED {
  return { manifests: posix.join(folder, editorSchemas.manifests), config: posix.join(folder, editorSchemas.config) };
}

/** The longest part of a folder's name that a suffix holds. */
const MAX_SLUG = 40;

/** Separates the projects of one repository: `-apps-shop` for `apps/shop`. */
function suffixOf(folder: string): string {
  const slug = slugOf(folder, MAX_SLUG);
  return slug === '' ? '' : `-${slug}`;
}

function editorSettings(schemas: typeof COPIED): Record<string, unknown> {
  return {
    'yaml.schemas': {
      [`./${schemas.manifests}`]: ['/manifests/**/*.yaml', '/manifests/**/*.yml'],
      [`./${schemas.config}`]: ['/notiform.yaml'],
    },
  };
}

function welcome(schema: string): string {
  return writeManifest(
    'NotificationTemplate',
    {
      id: 'welcome',
      name: '회원 가입 안내',
      category: '001001',
      messageType: 'BA',
      emphasis: { type: 'IMAGE', image: './images/welcome.png' },
      content: '#{이름}님, 가입해 주셔서 감사합니다.\n이제 주문 내역과 배송 상황을 알림으로 받아 보실 수 있습니다.',
      buttons: [
        { type: 'WL', name: '내 정보 보기', link: { mobile: 'https://${var:host}/me', pc: 'https://${var:host}/me' } },
      ],
      samples: [{ name: '기본', values: { 이름: '홍길동' } }],
    },
    { schema, comment: '회원 가입을 마친 고객이 받는 알림.' },
  );
}

function orderPaid(schema: string): string {
  return writeManifest(
    'NotificationTemplate',
    {
      id: 'order-paid',
      name: '주문 결제 안내',
      category: '002001',
      messageType: 'EX',
      emphasis: { type: 'TEXT', title: '#{금액}원', subtitle: '결제 완료' },
      content: [
        '#{이름}님, 주문하신 상품의 결제가 완료되었습니다.',
        '',
        '▶ 주문번호: #{주문번호}',
        '▶ 상품: #{상품}',
        '▶ 결제 금액: #{금액}원',
        '',
        '상품이 준비되면 배송 안내를 보내 드리겠습니다.',
      ].join('\n'),
      extra: '이 메시지는 주문하신 고객님께 발송됩니다.',
      preview: '결제가 완료되었습니다',
      buttons: [
        { type: 'WL', name: '주문 보기', link: { mobile: 'https://${var:host}/orders/#{주문번호}' } },
        { type: 'TN', name: '고객센터 연결', tel: '1588-0000' },
      ],
      samples: [
        {
          name: '기본',
          values: { 이름: '홍길동', 주문번호: '20261201-0017', 상품: '무농약 감귤 5kg', 금액: '29,800' },
        },
      ],
    },
    { schema, comment: '결제를 마친 고객이 받는 알림.' },
  );
}

function configText(schema: string, project: string, ref: string, language: Language = 'en'): string {
  const languageLine = language === 'en' ? '' : `language: ${language}\n`;
  return `# yaml-language-server: $schema=${schema}
version: 1
# The name of this project in its state. Another project needs another name.
project: ${JSON.stringify(project)}
manifests: manifests
${languageLine}
defaults:
  environment: local
  profile: shop
  sender: main
  # A new text of a template that is in use becomes a version: the old one stays in use until the new one is approved.
  versions: true

environments:
  # The whole service on this machine: no account, no network. Its data stays in .notiform/.
  local:
    emulator: true
    profiles:
      shop: { key: ${'a'.repeat(40)} }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
    variables: { host: shop.example.com }

  # The service. Addresses and secrets are environment variables.
  production:
    protected: true
    resourceUrl: \${env:NOTIFORM_RESOURCE_URL}
    messageUrl: \${env:NOTIFORM_MESSAGE_URL}
    credentials:
      bizId: \${env:NOTIFORM_BIZ_ID}
      apiKey: \${env:NOTIFORM_API_KEY}
      account: \${env:NOTIFORM_ACCOUNT}
      password: \${env:NOTIFORM_PASSWORD}
    profiles:
      shop: { key: "\${env:SHOP_KEY}" }
    senders: { main: "15880000" }
    recipients: { qa: "\${env:QA_PHONE}" }
    variables: { host: shop.example.com }
    # Nothing is deleted on the service. Raise this number to allow deletes. An approved template also needs \`allowFor: { ADDRESS: [loses-approval] }\`.
    guard: { deletes: 0 }
    # The state is a ref of this repository's remote. Everyone who applies must be able to push to it.
    state: { store: git, ref: ${ref} }
`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
