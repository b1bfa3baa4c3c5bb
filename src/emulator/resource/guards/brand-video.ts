import { result } from '../../answers.ts';
import type { BrandVideo } from '../../store/brand-template.ts';
import { type FindImage, readImage } from './brand-images.ts';

import { placeOf, type Reading } from './reading.ts';

/** What a template may show: open, or for templates alone (resource API 2.5). */
const USABLE: readonly string[] = ['PUBLIC', 'PRIVATE'];

/** What the guard asks of a video that was uploaded. */
export interface KnownVideo {
  status: string;
  videoUrl: string | null;
  thumbnailUrl: string | null;
}

export interface VideoRules {
  find: FindImage;
  /** The profile's video, by its `vid` or by its address. */
  videoOf(vid: string): KnownVideo | undefined;
  videoAt(url: string): KnownVideo | undefined;
  /** Whether an address is one of this service: what is elsewhere, nobody can look up. */
  isOurs(url: string): boolean;
}

/** `video` of a PREMIUM_VIDEO. Its inner fields are not shown: a `vid` or a `videoUrl`, and a picture (assumption 123). */
export function readVideo(reading: Reading, rules: VideoRules): BrandVideo | null {
  const member = reading.object('video');
  if (member === null) {
    reading.fail(result.parameters, 'video is required');
    return null;
  }
  const vid = member.text('vid');
  const url = member.text('videoUrl', { code: result.links });
  if ((vid === null) === (url === null)) member.fail(result.parameters, 'video needs either vid or videoUrl');
  const known = vid === null ? atAddress(url, rules) : rules.videoOf(vid);
  if (known !== 'elsewhere') checkUsable(member, vid === null ? 'videoUrl' : 'vid', known);
  const video = known === 'elsewhere' ? undefined : known;
  return { vid, videoUrl: video?.videoUrl ?? url, thumbnailUrl: readThumbnail(member, video, rules) };
}

/** What an address looks like is only asked when it is sent (message API 2.10). */
function atAddress(url: string | null, rules: VideoRules): KnownVideo | 'elsewhere' | undefined {
  return url !== null && rules.isOurs(url) ? rules.videoAt(url) : 'elsewhere';
}

function checkUsable(member: Reading, name: 'vid' | 'videoUrl', video: KnownVideo | undefined): void {
  const at = placeOf(member, name);
  if (video === undefined) member.fail(result.notFound, `${at} names no video of this profile`);
  else if (!USABLE.includes(video.status))
    member.fail(result.state, `${at} names a video that is ${video.status}, not PUBLIC or PRIVATE`);
}

/** The video's own picture, or one that was uploaded. A private video needs one when it is sent (message API 2.10). */
function readThumbnail(member: Reading, video: KnownVideo | undefined, rules: VideoRules): string | null {
  const url = member.text('thumbnailUrl');
  if (url === null || isPictureOf(url, video, rules)) return url;
  return readImage(member, 'brand/default', rules.find, 'thumbnailUrl').url;
}

/** By the path alone: the port may have been another one when the address was given. */
function isPictureOf(url: string, video: KnownVideo | undefined, { isOurs }: VideoRules): boolean {
  const own = video?.thumbnailUrl ?? null;
  return own !== null && isOurs(url) && new URL(url).pathname === new URL(own).pathname;
}
