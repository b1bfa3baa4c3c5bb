import { isFileNode } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import type { Discovery } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { States, Waits } from '../../core/states.ts';
import type { Client } from '../../wire/client.ts';
import { type Definition, declared } from '../definition.ts';
import { unlessNothingThere } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { boundBy, type WordedKind } from '../operations.ts';
import { uploadedFile } from '../shown-file.ts';
import { videoEndpoints } from './endpoints.ts';
import { VIDEO_USE, videoFields, videoRules } from './fields.ts';
import { meets, VIDEO_SENTENCES, videoOperations } from './operations.ts';

/** States of a video (resource API 2.5). */
const videoStates: States = {
  REGISTERED: { word: { en: 'uploaded', ko: '업로드됨' }, tone: 'yellow', waitsFor: 'encoding' },
  ENCODING: { word: { en: 'being encoded', ko: '인코딩 중' }, tone: 'yellow', waitsFor: 'encoding' },
  PUBLIC: { word: { en: 'encoded', ko: '인코딩 완료' }, tone: 'green' },
  PRIVATE: { word: { en: 'encoded, for templates only', ko: '인코딩 완료, 템플릿 전용' }, tone: 'green' },
};

const videoWaits: Waits = {
  encoding: { word: { en: 'the end of the encoding', ko: '인코딩 완료' }, one: 'encoding', many: 'encodings' },
};

/** `Video` documents: a file of a sender profile. Groups have no videos (resource API 2.5). */
export const videoDeclaration: Declaration = {
  kind: 'Video',
  referredAs: ['video'],
  uses: { [VIDEO_USE]: videoRules },
  profileType: 'S',
  files: ({ file }) => (typeof file === 'string' ? [{ at: ['file'], file, use: VIDEO_USE }] : []),
  check: () => [],
  referred: ({ content }) => content['file'],
  declare: ({ file = null }) => declared(isFileNode(file) ? { file } : {}),
};

/**
 * Videos are found by the vid of the state, since the service has no list. A refusal reads as absent unless it is about the
 * caller (assumption 54). In the worst case the file is uploaded again.
 */
export const videoDiscovery: Extract<Discovery<Client>, { by: 'name' }> = {
  by: 'name',
  read: (client, profile, vid, bound, signal) =>
    unlessNothingThere(async () => {
      const { status } = await client.call(videoEndpoints.search, { ...sender(profile), vid }, signal);
      const file = bound.fileOf(vid);
      return { name: vid, content: file ? { file: { ...file } } : {}, status: { state: status } } satisfies Live;
    }),
};

/**
 * Videos of brand messages (resource API 2.5, 4.8). The vid is the handle; it waits until the service has encoded it. There
 * is no delete.
 */
export const video: WordedKind = {
  name: 'Video',
  discovery: videoDiscovery,
  upload: {
    of: (content) => {
      const file = uploadedFile(content);
      return file && { use: VIDEO_USE, file, shared: true };
    },
  },
  operations: videoOperations,
  ...boundBy('handle'),
  meets,
  blockedBy: () => ({ operation: 'video.upload' }),
};

export const videoDefinition: Definition = {
  kind: video,
  noun: { en: 'video', ko: '동영상' },
  declaration: videoDeclaration,
  fields: videoFields,
  sentences: VIDEO_SENTENCES,
  states: videoStates,
  waits: videoWaits,
};
