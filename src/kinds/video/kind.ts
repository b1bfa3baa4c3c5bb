import { fileName, isFileNode, sameContent } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import { ServiceFailure } from '../../core/failure.ts';
import type { Discovery, GoalCheck, ProjectFile, Refusal, RunContext } from '../../core/kind.ts';
import type { Live, Resource, ResourceState } from '../../core/resource.ts';
import { type Phrases, sayer } from '../../core/sentence.ts';
import type { States, Waits } from '../../core/states.ts';
import type { Client } from '../../wire/client.ts';
import { type Definition, declared } from '../definition.ts';
import { unlessNothingThere } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { local, uploadedFile } from '../field-types.ts';
import { boundBy, bug, type KindOperation, NO_FILE, type WordedKind } from '../operations.ts';
import { VIDEO_USE, videoEndpoints, videoRules, videoUpload } from './endpoints.ts';

/** Fields of a video (resource API 4.8). The service returns its vid only. */
const videoFields = { file: local('fileName') };

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
const videoDeclaration: Declaration = {
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

const VIDEO_SENTENCES = {
  'video-not-shown': {
    en: 'the service has this video as {state}, and no template can show it',
    ko: '서비스에서 이 동영상이 {state} 상태라 템플릿에 쓸 수 없습니다',
  },
  'video-another-file': { en: 'another file', ko: '다른 파일 사용' },
} as const satisfies Phrases;

const say = sayer(VIDEO_SENTENCES);

/** Videos that templates can show (resource API 2.5). */
const USABLE: readonly string[] = ['PUBLIC', 'PRIVATE'];

const UNDER_WAY: readonly string[] = ['REGISTERED', 'ENCODING'];

/** Decides whether a video is the declared one. */
function meets(at: ResourceState, want: Resource): GoalCheck {
  if (!at || !sameContent(at.content, want.content)) return { meets: 'no' };
  if (USABLE.includes(at.status.state)) return { meets: 'yes' };
  return UNDER_WAY.includes(at.status.state) ? { meets: 'waiting', waitsFor: 'encoding' } : { meets: 'no' };
}

/** Returns why a file cannot be uploaded. The service would refuse the same file again. */
function uploadable(at: ResourceState, want: Resource): Refusal | undefined {
  if (!uploadedFile(want.content)) return { reason: NO_FILE };
  if (!at || !sameContent(at.content, want.content)) return undefined;
  return {
    reason: say('video-not-shown', { state: at.status.state }),
    opens: say('video-another-file'),
    flags: ['--reupload', want.address],
  };
}

/** An address for the upload and its token are valid for so long (resource API 4.8). */
const WINDOW_MS = 5 * 60_000;

type OutgoingVideo = ProjectFile & { name: string };

/**
 * Announces a file, sends it, and returns its vid. It can be called again: an interrupted upload leaves a vid that no list
 * shows and nothing refers to (assumption 172).
 */
const uploadVideo: KindOperation = {
  name: 'video.upload',
  title: 'upload',
  korean: '업로드',
  cites: '4.8, assumptions 134, 170, 172',
  idempotence: 'repeatable',
  requires: uploadable,
  // A small file may be encoded at once.
  predicts: (_, { content }) => [{ name: '', content, status: { state: 'REGISTERED' } }],
  run: async (context) => {
    const node = uploadedFile(context.desired.content);
    if (!node) throw bug(`${context.desired.address} has nothing to upload`);
    const file = await context.openFile(node.path, node.sha256);
    const name = fileName(node.path);
    return { handle: await send(context, { ...file, name }) };
  },
};

/** Announces a file, sends it within its five minutes, and returns its vid. */
async function send(context: RunContext<Client>, file: OutgoingVideo): Promise<string> {
  const { clock, profile, service, signal } = context;
  // No senderKeyType: groups have no videos.
  const announced = { senderKey: profile.key, fileName: file.name, fileSize: file.bytes };
  const ticket = await service.call(videoEndpoints.register, announced, signal);
  const until = clock.now() + WINDOW_MS;
  try {
    await service.sendFile(videoUpload(ticket.vid), ticket, file, until - clock.now(), signal);
    return ticket.vid;
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind === 'interrupted') throw error;
    if (error.kind !== 'refused' && (await hasArrived(context, ticket.vid))) return ticket.vid;
    throw error;
  }
}

/** Checks if a file arrived although its upload ended without a clear answer. The service finds only files that arrived (assumption 135). */
async function hasArrived({ service, profile, signal }: RunContext<Client>, vid: string): Promise<boolean> {
  const search = () => service.call(videoEndpoints.search, { ...sender(profile), vid }, signal);
  return (await unlessNothingThere(search)) !== undefined;
}

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
  // Videos are never deleted.
  operations: [uploadVideo],
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
