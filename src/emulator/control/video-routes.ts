import type { JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { filledText, oneOf, type Rules, read } from '../members.ts';
import { VIDEO_STATUSES, type VideoStatus } from '../resource/video/video.ts';
import { infoOf, statusOf } from '../resource/video/videos.ts';
import { type Given, type Route, reject } from './route.ts';

/** What the service's own people do to videos. */
export const videoRoutes: readonly Route[] = [
  { method: 'POST', path: '/video', handle: (machine, { body }) => change(machine, body) },
];

interface VideoVerdict {
  vid: string;
  status: VideoStatus;
}

const rules: Rules<VideoVerdict> = { vid: filledText, status: oneOf(...VIDEO_STATUSES) };

/** Gives a video a status that it keeps, whatever the time. */
function change(machine: Machine, body: JsonObject): Given {
  const given = read<VideoVerdict>(body, rules, ['vid', 'status']);
  if (typeof given === 'string') return reject(400, given);
  const video = machine.store.videos.get(given.vid);
  if (video === undefined || statusOf(video, 0) === undefined) return reject(404, 'no such video');
  video.decided = given.status;
  machine.store.videos.put(video);
  return { video: infoOf(machine, video) };
}
