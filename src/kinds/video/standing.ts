import { sameContent } from '../../core/content.ts';
import type { Refusal, Verdict } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import { fileOfVideo } from './binding.ts';

/** Videos that templates can show (resource API 2.5). */
const USABLE: readonly string[] = ['PUBLIC', 'PRIVATE'];

/** Videos that will become usable, or turn out not to be. */
const UNDER_WAY: readonly string[] = ['REGISTERED', 'ENCODING'];

/** Whether a video is what is wanted; one that is not wanted any more is let be, since nothing deletes it. */
export function meets(at: Standing, want: Resource): Verdict {
  if (want.goal === 'removed') return { meets: 'yes' };
  if (!at || !sameContent(at.content, want.content)) return { meets: 'no' };
  if (USABLE.includes(at.status.state)) return { meets: 'yes' };
  return UNDER_WAY.includes(at.status.state) ? { meets: 'waiting', waitsFor: 'encoding' } : { meets: 'no' };
}

/** Why a file cannot be uploaded: what the service turned down once it would turn down again. */
export function uploadable(at: Standing, want: Resource): Refusal | undefined {
  if (!fileOfVideo(want.content)) return { reason: 'a video that is no file of the project cannot be uploaded' };
  if (!at || !sameContent(at.content, want.content)) return undefined;
  return {
    reason: `the service has this video as ${at.status.state}, and no template can show it`,
    opens: `another file, or --reupload ${want.address}`,
  };
}

/** Where an upload leads; the name is the service's to give. A small file may be through at once. */
export function uploaded(_: Standing, { content }: Resource): Exclude<Standing, undefined>[] {
  return [{ name: '', content, status: { state: 'REGISTERED' } }];
}
