import type { Refusal, RunContext } from '../../core/kind.ts';
import type { Resource } from '../../core/resource.ts';
import { type Phrases, sayer } from '../../core/sentence.ts';
import type { Client } from '../../wire/client.ts';
import { bug, type KindOperation, uploadOf } from '../operations.ts';
import { uploadedFile } from '../shown-file.ts';
import { imageEndpoints, imageUseOf } from './endpoints.ts';

export const IMAGE_SENTENCES = {
  'image-no-file': {
    en: 'an image that is not a file of the project cannot be uploaded',
    ko: '프로젝트의 파일이 아닌 이미지는 업로드할 수 없습니다',
  },
  'image-no-use': { en: 'no upload is known for the use {use}', ko: '알 수 없는 업로드 용도입니다: {use}' },
} as const satisfies Phrases;

const say = sayer(IMAGE_SENTENCES);

/** The operation table of an image. Images are never deleted. */
export const imageOperations: readonly KindOperation[] = [
  {
    name: 'image.upload',
    title: 'upload',
    korean: '업로드',
    cites: '4.2',
    idempotence: 'repeatable',
    requires: (_, want) => uploadable(want),
    predicts: (_, { content }) => (uploadedFile(content) ? [{ name: '', content, status: { state: 'present' } }] : []),
    run: upload,
  },
];

function uploadable({ content }: Resource): Refusal | undefined {
  if (!uploadedFile(content)) return { reason: say('image-no-file') };
  if (imageUseOf(content['use'])) return undefined;
  return { reason: say('image-no-use', { use: String(content['use']) }) };
}

async function upload(context: RunContext<Client>) {
  const { content, address } = context.desired;
  const file = uploadedFile(content);
  const use = imageUseOf(content['use']);
  if (!file || !use) throw bug(`${address} has nothing to upload`);
  const { field, to } = imageEndpoints[use];
  const image = await uploadOf(file, context);
  const { image: url } = await context.service.upload(to, {}, field, [image], context.signal);
  return { handle: url };
}
