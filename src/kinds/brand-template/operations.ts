import type { Refusal, RunContext } from '../../core/kind.ts';
import type { Resource, Status } from '../../core/resource.ts';
import { type Phrases, sayer } from '../../core/sentence.ts';
import { length } from '../../core/variables.ts';
import type { Client } from '../../wire/client.ts';
import { sender } from '../endpoint.ts';
import {
  after,
  calling,
  DELETING,
  isDeclared,
  isNew,
  isRemoved,
  type KindOperation,
  needs,
  type Present,
  refuseUnless,
  there,
} from '../operations.ts';
import { encodeBrand, liveBrand } from './codec.ts';
import { brandTemplateEndpoints } from './endpoints.ts';
import { UPDATED_NAME_MAX } from './fields.ts';

export const BRAND_SENTENCES = {
  'brand-blocked': {
    en: 'the service has blocked this template (status {status}), and only the service can unblock it',
    ko: '서비스에서 차단한 템플릿입니다(상태 {status}). 차단은 서비스에서만 해제할 수 있습니다',
  },
  'brand-blocked-stays': {
    en: 'it can be deleted in status A only, and the service has blocked it (status {status})',
    ko: '상태 A에서만 삭제할 수 있는데, 서비스에서 차단했습니다(상태 {status})',
  },
  'brand-bubble': {
    en: 'a template keeps its bubble, and this one is {from}, not {to}',
    ko: '등록한 템플릿의 말풍선 유형은 바꿀 수 없습니다(현재 {from}, 파일 {to})',
  },
  'brand-another-id': {
    en: 'another id: a template with the new bubble is registered, and this one is deleted',
    ko: '다른 id 사용. 새 말풍선의 템플릿을 등록하고 이 템플릿을 삭제합니다',
  },
  'brand-name-length': {
    en: 'an update takes a name of {max} characters, and this one has {count}',
    ko: '수정할 때 이름은 {max}자까지 쓸 수 있는데 {count}자입니다',
  },
} as const satisfies Phrases;

const say = sayer(BRAND_SENTENCES);

/** The status after the registration (assumption 126). */
const REGISTERED: Status = { state: 'A', status: 'A' };

export const brandOperations: readonly KindOperation[] = [
  {
    name: 'brandTemplate.add',
    title: 'register',
    korean: '등록',
    cites: '3, 4.7 /add',
    requires: isNew,
    // The service assigns the code.
    predicts: (_, want) => [{ name: '', content: want.content, status: REGISTERED }],
    run: calling(
      brandTemplateEndpoints.add,
      ({ profile, desired, bound }) => ({ ...sender(profile), ...encodeBrand(desired.content, bound) }),
      ({ templateCode }) => ({ code: templateCode }),
      liveBrand,
    ),
  },
  {
    name: 'brandTemplate.update',
    title: 'update',
    korean: '수정',
    cites: '4.7 /update, assumptions 126, 150',
    requires: needs(
      isDeclared,
      // A blocked template cannot be sent, and only the service lifts a block (assumption 150).
      ({ status }) => refuseUnless(status.state === 'A', say('brand-blocked', { status: status.state })),
      bubbleStays,
      nameFits,
    ),
    predicts: after((at, want) => [{ ...at, content: want.content }]),
    run: calling(
      brandTemplateEndpoints.update,
      (context) => ({ ...encodeBrand(context.desired.content, context.bound), ...templateAt(context) }),
      undefined,
      liveBrand,
    ),
  },
  {
    name: 'brandTemplate.delete',
    ...DELETING,
    cites: '3, 4.7 /delete',
    requires: needs(isRemoved, ({ status }) =>
      refuseUnless(status.state === 'A', say('brand-blocked-stays', { status: status.state })),
    ),
    run: calling(brandTemplateEndpoints.delete, templateAt),
  },
];

function templateAt(context: RunContext<Client>) {
  return { ...sender(context.profile), templateCode: there(context).name };
}

function bubbleStays({ content }: Present, want: Resource): Refusal | undefined {
  const [from, to] = [String(content['bubble']), String(want.content['bubble'])];
  if (from === to) return undefined;
  return {
    reason: say('brand-bubble', { from, to }),
    opens: say('brand-another-id'),
  };
}

/** Only an update limits the name (resource API 2.4). */
function nameFits(_: Present, want: Resource): Refusal | undefined {
  const count = length(String(want.content['name']));
  return refuseUnless(count <= UPDATED_NAME_MAX, say('brand-name-length', { max: UPDATED_NAME_MAX, count }));
}
