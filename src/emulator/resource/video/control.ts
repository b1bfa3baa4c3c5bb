import { filledText, needed, oneOf } from '../../members.ts';
import { post, type Route, reject } from '../../route.ts';
import { infoOf, statusOf } from './operations.ts';
import { VIDEO_STATUSES } from './store.ts';

export const videoRoutes: readonly Route[] = [
  // Sets a status that the video keeps, whatever the time.
  post('/video', { vid: needed(filledText), status: needed(oneOf(...VIDEO_STATUSES)) }, (machine, { vid, status }) => {
    const video = machine.store.videos.get(vid);
    if (video === undefined || statusOf(video, 0) === undefined) return reject(404, 'no such video');
    video.decided = status;
    machine.store.videos.put(video);
    return { video: infoOf(machine, video) };
  }),
];
