import type { Context } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import { ownPath } from '../own-path.ts';
import type { Profile } from '../profile/profile.ts';
import type { Video } from '../video/video.ts';
import { infoOf, playUrl, statusOf, uploadedVideo, videoAt } from '../video/videos.ts';
import type { BrandSurroundings } from './rules.ts';
import type { KnownVideo } from './video.ts';

/** What the guard of brand templates asks of this machine, for a profile or group. */
export function brandSurroundings(machine: Machine, { key, type }: Profile): BrandSurroundings {
  return {
    senderKeyType: type,
    couponScheme: channelCouponUrl(machine),
    find: (url, use) => (machine.gallery.isUploaded(url, use) ? machine.gallery.imageOf(url) : undefined),
    videoOf: (vid) => known(machine, uploadedVideo(machine, key, vid)),
    videoAt: (url) => {
      const video = videoAt(machine, url);
      return known(machine, video?.senderKey === key ? video : undefined);
    },
    isOurs: (url) => ownPath(url) !== undefined,
  };
}

const friendlyVideo: KnownVideo = { status: 'PUBLIC', videoUrl: null, thumbnailUrl: null };

/** Surroundings in which every image and every video is there, for what is planted. */
export function friendlySurroundings(machine: Machine, { type }: Profile): BrandSurroundings {
  return {
    senderKeyType: type,
    couponScheme: channelCouponUrl(machine),
    find: () => ({ width: 2, height: 1 }),
    videoOf: () => friendlyVideo,
    videoAt: () => friendlyVideo,
    isOurs: () => false,
  };
}

/** How the URL of a channel coupon begins: `noticetalk=coupon://` (resource API 2.4). */
function channelCouponUrl({ wire }: Context): string {
  return `${wire.couponScheme}=coupon://`;
}

function known(machine: Machine, video: Video | undefined): KnownVideo | undefined {
  const status = video && statusOf(video, machine.clock.now());
  if (video === undefined || status === undefined) return undefined;
  const { thumbnailUrl } = infoOf(machine, video);
  return {
    status,
    videoUrl: playUrl(machine, video),
    thumbnailUrl: typeof thumbnailUrl === 'string' ? thumbnailUrl : null,
  };
}
