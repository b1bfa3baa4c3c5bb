import { sha256 } from '../../../core/json.ts';
import { refuse, result } from '../../answers.ts';
import { filledText, needed, oneOf, textLike } from '../../members.ts';
import { post, type Route, reject, type Seeder } from '../../route.ts';
import { type Endpoint, type Endpoints, forbidsProfile, ofProfile } from '../access.ts';
import { VIDEO_STATUSES } from '../entities.ts';
import { profileSeeder } from '../profile/control.ts';
import { infoOf, registerShape, registerVideo, searchVideo, statusOf } from './operations.ts';

/** The JSON endpoints of resource API 4.8, by their path after `/v4/msgr/brand/video`. */
export const videoEndpoints: Endpoints = {
  '/search': forProfiles(ofProfile({ vid: { is: 'text', required: true } }, searchVideo)),
  '/upload/register': forProfiles(
    ofProfile(
      registerShape,
      (machine, profile, fields) => forbidsProfile(profile) ?? registerVideo(machine, profile, fields),
    ),
  ),
};

/** Groups have no videos (resource API 2.5, 7). */
function forProfiles({ shape, handle }: Endpoint): Endpoint {
  return {
    shape,
    handle: (machine, body) =>
      body['senderKeyType'] === 'G'
        ? refuse(result.notAllowed, 'sender profile groups do not support videos')
        : handle(machine, body),
  };
}

export const videoRoutes: readonly Route[] = [
  // Sets a status that no longer changes with time.
  post(
    '/video',
    'Sets the status of a video: video',
    { vid: needed(filledText), status: needed(oneOf(...VIDEO_STATUSES)) },
    (machine, { vid, status }) => {
      const video = machine.store.videos.get(vid);
      if (video === undefined || statusOf(video, 0) === undefined) return reject(404, 'no such video');
      video.decided = status;
      machine.store.videos.put(video);
      return { video: infoOf(machine, video) };
    },
  ),
];

const seedShape = {
  vid: needed(textLike(/^[\w-]{1,64}$/, 'a string of 1 to 64 letters and digits')),
  title: filledText,
  status: oneOf(...VIDEO_STATUSES),
};

export const videoSeeds: Record<string, Seeder> = {
  videos: profileSeeder(seedShape, (machine, profile, { vid, title = vid, status = 'PUBLIC' }, at) => {
    if (profile.type !== 'S') return `${at}.profile must be a profile of type S`;
    const now = machine.clock.now();
    machine.store.videos.put({
      vid,
      senderKey: profile.key,
      title,
      fileName: `${title}.mp4`,
      fileSize: 1,
      tokenDigest: sha256(''),
      uploadUntil: now,
      upload: { sha256: sha256(''), duration: 0, at: now, encodingAt: now, publicAt: now },
      decided: status,
    });
    return undefined;
  }),
};
