import { type JsonObject, sha256 } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { filledText, integer, matching, oneOf, type Rules, readSeeds } from '../members.ts';
import { drawBlank } from '../resource/image/drawn.ts';
import { IMAGE_USES, type ImageUse } from '../resource/image/image.ts';
import { profileBy } from '../resource/profile/registry.ts';
import { VIDEO_STATUSES, type Video, type VideoStatus } from '../resource/video/video.ts';

/** An image that is there at once under a URL that the test knows: `/images/<id>`. It shows one colour. */
export interface SeedImage {
  id: string;
  use: ImageUse;
  /** 800 and 400 pixels where left out. */
  width?: number;
  height?: number;
}

const MAX_PIXELS = 4096;

const id = matching(
  (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value),
  'a string of 1 to 64 letters and digits',
);
const pixels = integer(1, MAX_PIXELS);

const imageRules: Rules<SeedImage> = {
  id: matching((value) => typeof value === 'string' && /^[\w-]{1,60}\.png$/.test(value), 'a name that ends in .png'),
  use: oneOf(...IMAGE_USES),
  width: pixels,
  height: pixels,
};

export function plantImages(machine: Machine, given: readonly JsonObject[]): string | undefined {
  const seeds = readSeeds<SeedImage>('images', given, imageRules, ['id', 'use']);
  if (typeof seeds === 'string') return seeds;
  for (const { id: name, use, width = 800, height = 400 } of seeds) {
    machine.store.images.put({
      id: name,
      use,
      type: 'png',
      sha256: null,
      size: drawBlank(width, height).byteLength,
      width,
      height,
      uploadedAt: machine.clock.now(),
    });
  }
  return undefined;
}

/** A video as if it had been uploaded. */
export interface SeedVideo {
  /** The alias of a profile, or its key. */
  profile: string;
  vid: string;
  title?: string;
  /** PUBLIC where left out. */
  status?: VideoStatus;
}

const videoRules: Rules<SeedVideo> = {
  profile: filledText,
  vid: id,
  title: filledText,
  status: oneOf(...VIDEO_STATUSES),
};

export function plantVideos(machine: Machine, given: readonly JsonObject[]): string | undefined {
  const seeds = readSeeds<SeedVideo>('videos', given, videoRules, ['profile', 'vid']);
  if (typeof seeds === 'string') return seeds;
  for (const [index, seed] of seeds.entries()) {
    const profile = profileBy(machine, seed.profile);
    if (profile?.type !== 'S') return `videos[${index}].profile must be a profile of type S`;
    machine.store.videos.put(grown(seed, profile.key, machine.clock.now()));
  }
  return undefined;
}

function grown({ vid, title = vid, status = 'PUBLIC' }: SeedVideo, senderKey: string, now: number): Video {
  return {
    vid,
    senderKey,
    title,
    fileName: `${title}.mp4`,
    fileSize: 1,
    tokenDigest: sha256(''),
    uploadUntil: now,
    upload: { sha256: sha256(''), duration: 0, at: now, encodingAt: now, publicAt: now },
    decided: status,
  };
}
