import { sha256 } from '../../../core/json.ts';
import { filledText, needed, oneOf, textLike } from '../../members.ts';
import { type Seeder, seeder } from '../../route.ts';
import { profileBy } from '../profile/operations.ts';
import { VIDEO_STATUSES } from './store.ts';

const shape = {
  profile: needed(filledText),
  vid: needed(textLike(/^[\w-]{1,64}$/, 'a string of 1 to 64 letters and digits')),
  title: filledText,
  status: oneOf(...VIDEO_STATUSES),
};

/** Videos as if they had been uploaded, PUBLIC unless the seed has another status. */
export const videoSeeds: Record<string, Seeder> = {
  videos: seeder(shape, (machine, { profile: name, vid, title = vid, status = 'PUBLIC' }, at) => {
    const profile = profileBy(machine, name);
    if (profile?.type !== 'S') return `${at}.profile must be a profile of type S`;
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
