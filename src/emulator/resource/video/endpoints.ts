import { refuse, result } from '../../answers.ts';
import { type Endpoint, type Endpoints, forbidsProfile, ofProfile } from '../access.ts';
import { registerShape, registerVideo, searchVideo } from './operations.ts';

/** The endpoints of resource API 4.8 that take JSON, by their path behind `/v4/msgr/brand/video`. */
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
