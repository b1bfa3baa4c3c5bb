import { refuse, result } from '../answers.ts';
import { forbidsProfile, type Handler, withProfile } from './access.ts';
import { registerVideo, searchVideo } from './videos.ts';

/** The endpoints of resource API 4.8 that take JSON, by their path behind `/v4/msgr/brand/video`. */
export const videoEndpoints: Record<string, Handler> = {
  '/search': forProfiles(withProfile(searchVideo)),
  '/upload/register': forProfiles(
    withProfile((machine, body, profile) => forbidsProfile(profile) ?? registerVideo(machine, body, profile)),
  ),
};

/** Groups have no videos (resource API 2.5, 7). */
function forProfiles(handle: Handler): Handler {
  return (machine, body) =>
    body['senderKeyType'] === 'G'
      ? refuse(result.notAllowed, 'sender profile groups do not support videos')
      : handle(machine, body);
}
