import { posix } from 'node:path';
import type { Language } from '../../core/language.ts';
import { bundledSchema, editorSchemas } from '../../manifest/schema/schema.ts';
import { installedIn } from './manager.ts';
import type { InitPlace } from './place.ts';
import { suffixOf } from './workflow.ts';

export interface NewFile {
  /** Relative to the project's root. */
  path: string;
  content: string | Uint8Array;
  /** The bytes that it replaces. */
  was?: Uint8Array | undefined;
}

/** A PNG of two colours, 800 by 400: the ratio that the image of a notification template has (resource API 4.2). */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAyAAAAGQAQMAAABs65Z3AAAABlBMVEX/6MxUhHbooMCJAAAAZUlEQVR42u3NQREAAAwCIPuX3lr48KAACQAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAzrkAikUgkEolEIpFIJBKJRCKRSCQSiUQikUgkEolEIpFIJBKJRCKRSCQSiUQikUgkkmLyGJ18e5a/iC4AAAAASUVORK5CYII=',
  'base64',
);

/**
 * Returns every file that `init` writes except `.gitignore` and the workflow. If notiform is not installed, they include the schemas
 * for editors.
 * @param name the name of the project in its state
 * @param language to write into notiform.yaml; undefined for the default
 */
export function newProject(place: InitPlace, name: string, language?: Language): NewFile[] {
  const { isInstalled, folder } = place;
  const schemas = isInstalled ? `${posix.relative(folder, installedIn(place, folder))}/schemas` : '.vscode';
  const manifests = `${schemas}/${editorSchemas.manifests}`;
  const config = `${schemas}/${isInstalled ? '' : 'notiform.'}${editorSchemas.config}`;
  const modeline = `# yaml-language-server: $schema=../${manifests}\n`;
  const copies = [
    { path: manifests, content: json(bundledSchema(editorSchemas.manifests)) },
    { path: config, content: json(bundledSchema(editorSchemas.config)) },
  ];
  const settings = {
    'yaml.schemas': {
      [`./${manifests}`]: ['/manifests/**/*.yaml', '/manifests/**/*.yml'],
      [`./${config}`]: ['/notiform.yaml'],
    },
  };
  return [
    { path: 'notiform.yaml', content: configText(config, name, folder, language) },
    { path: 'manifests/welcome.yaml', content: `${modeline}${WELCOME}` },
    { path: 'manifests/order-paid.yaml', content: `${modeline}${ORDER_PAID}` },
    { path: 'manifests/images/welcome.png', content: PICTURE },
    { path: '.vscode/settings.json', content: json(settings) },
    { path: '.vscode/extensions.json', content: json({ recommendations: ['redhat.vscode-yaml'] }) },
    ...(isInstalled ? [] : copies),
  ];
}

const WELCOME = `# 회원 가입을 마친 고객이 받는 알림.
kind: NotificationTemplate
id: welcome
name: 회원 가입 안내
category: "001001"
messageType: BA
emphasis: { type: IMAGE, image: ./images/welcome.png }
content: |
  #{이름}님, 가입해 주셔서 감사합니다.
  이제 주문 내역과 배송 상황을 알림으로 받아 보실 수 있습니다.
buttons:
  - type: WL
    name: 내 정보 보기
    link: { mobile: "https://\${var:host}/me", pc: "https://\${var:host}/me" }
samples:
  - { name: 기본, values: { 이름: 홍길동 } }
`;

const ORDER_PAID = `# 결제를 마친 고객이 받는 알림.
kind: NotificationTemplate
id: order-paid
name: 주문 결제 안내
category: "002001"
messageType: EX
emphasis: { type: TEXT, title: "#{금액}원", subtitle: 결제 완료 }
content: |
  #{이름}님, 주문하신 상품의 결제가 완료되었습니다.

  ▶ 주문번호: #{주문번호}
  ▶ 상품: #{상품}
  ▶ 결제 금액: #{금액}원

  상품이 준비되면 배송 안내를 보내 드리겠습니다.
extra: 이 메시지는 주문하신 고객님께 발송됩니다.
preview: 결제가 완료되었습니다
buttons:
  - { type: WL, name: 주문 보기, link: { mobile: "https://\${var:host}/orders/#{주문번호}" } }
  - { type: TN, name: 고객센터 연결, tel: "1588-0000" }
samples:
  - name: 기본
    values: { 이름: 홍길동, 주문번호: "20261201-0017", 상품: 무농약 감귤 5kg, 금액: "29,800" }
`;

function configText(schema: string, project: string, folder: string, language: Language = 'en'): string {
  const languageLine = language === 'en' ? '' : `language: ${language}\n`;
  return `# yaml-language-server: $schema=./${schema}
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
    state: { store: git, ref: refs/notiform/production${suffixOf(folder)} }
`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
