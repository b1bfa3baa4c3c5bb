import { type Refused, refuse, result } from '../../answers.ts';
import { type FindImage, notUploaded } from './images.ts';
import type { BrandVideo } from './template.ts';

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
export function readVideo(given: BrandVideo | null, rules: VideoRules): BrandVideo | Refused {
  if (given === null) return refuse(result.parameters, 'video is required');
  const { vid, videoUrl: url, thumbnailUrl } = given;
  if ((vid === null) === (url === null)) return refuse(result.parameters, 'video needs either vid or videoUrl');
  // What an address looks like is only asked when it is sent (message API 2.10).
  const isElsewhere = vid === null && (url === null || !rules.isOurs(url));
  const known = vid === null ? rules.videoAt(url ?? '') : rules.videoOf(vid);
  const video = isElsewhere ? undefined : known;
  const refused = isElsewhere ? undefined : brokenVideo(vid === null ? 'video.videoUrl' : 'video.vid', video);
  if (refused) return refused;
  // The video's own picture, or one that was uploaded. A private video needs one when it is sent (message API 2.10).
  const isShown =
    thumbnailUrl === null || isPictureOf(thumbnailUrl, video, rules) || rules.find(thumbnailUrl, 'brand/default');
  return isShown
    ? { vid, videoUrl: video?.videoUrl ?? url, thumbnailUrl }
    : refuse(result.image, notUploaded('video.thumbnailUrl'));
}

function brokenVideo(at: string, video: KnownVideo | undefined): Refused | undefined {
  if (video === undefined) return refuse(result.notFound, `${at} names no video of this profile`);
  return USABLE.includes(video.status)
    ? undefined
    : refuse(result.state, `${at} names a video that is ${video.status}, not PUBLIC or PRIVATE`);
}

/** By the path alone: the port may have been another one when the address was given. */
function isPictureOf(url: string, video: KnownVideo | undefined, { isOurs }: VideoRules): boolean {
  const own = video?.thumbnailUrl ?? null;
  return own !== null && isOurs(url) && new URL(url).pathname === new URL(own).pathname;
}
