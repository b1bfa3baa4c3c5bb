import { result } from '../../answers.ts';
import type { BrandVideo } from '../../store/brand-template.ts';
import { type FindImage, readImage } from './brand-images.ts';
import { placeOf } from './brand-texts.ts';
import type { Reading } from './reading.ts';

/** Longest address of a video, as a send can carry it (message API 2.10). */
const URL_MAX = 500;

/** A path of a video, or of a clip in a channel, at whatever host serves videos (message API 2.10; assumption 123). */
const VIDEO_URL = /^https?:\/\/[^\s/?#]+(?:\/[^\s/?#]+)*\/(?:v\/[\w-]+|channel\/[\w-]+\/cliplink\/[\w-]+)$/;

/** What a template may show: open, or for templates alone (resource API 2.5). */
const USABLE: readonly string[] = ['PUBLIC', 'PRIVATE'];

/** What the guard asks of a registered video. */
export interface KnownVideo {
  status: string;
  videoUrl: string | null;
}

export interface VideoRules {
  find: FindImage;
  /** The profile's video of this `vid`. */
  videoOf(vid: string): KnownVideo | undefined;
}

/** `video` of a PREMIUM_VIDEO. Its inner fields are not shown: a `vid` or a `videoUrl`, and a picture (assumption 123). */
export function readVideo(reading: Reading, { find, videoOf }: VideoRules): BrandVideo | null {
  const member = reading.object('video');
  if (member === null) {
    reading.fail(result.parameters, 'video is required');
    return null;
  }
  const vid = member.text('vid');
  const url = member.text('videoUrl', { max: URL_MAX, code: result.links });
  if ((vid === null) === (url === null)) member.fail(result.parameters, 'video needs either vid or videoUrl');
  if (url !== null && !VIDEO_URL.test(url))
    member.fail(result.links, `${placeOf(member, 'videoUrl')} must be the address of a video or of a clip link`);
  const video = vid === null ? undefined : videoOf(vid);
  if (vid !== null && (video === undefined || !USABLE.includes(video.status))) {
    const what = video === undefined ? 'is no video of this profile' : `is ${video.status}`;
    member.fail(result.state, `${placeOf(member, 'vid')} ${what}: a template shows one that is PUBLIC or PRIVATE`);
  }
  // A private video has no picture that everybody may see (message API 2.10).
  if (video?.status === 'PRIVATE') member.requiredText('thumbnailUrl');
  const thumbnailUrl = member.has('thumbnailUrl') ? readImage(member, 'brand/default', find, 'thumbnailUrl').url : null;
  return { vid, videoUrl: video?.videoUrl ?? url, thumbnailUrl };
}
