import { isFileNode } from '../../../core/content.ts';
import { isObject, type Json, type JsonObject, member } from '../../../core/json.ts';
import { formatPath, type Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import { imagesIn } from '../../fields.ts';
import { brandFields } from '../fields.ts';
import { say } from '../sentences.ts';
import { unsendable } from './sendable.ts';

/** Checks that each image and video has one source. */
export function checkSources(manifest: JsonObject): Problem[] {
  const places = [
    ...imagesIn(brandFields, manifest).map(({ at, image }) => ({ at, value: image, sources: ['file', 'url', 'ref'] })),
    { at: ['video'], value: manifest['video'], sources: ['file', 'ref', 'vid', 'url'] },
  ];
  return places.flatMap(({ at, value, sources }) => {
    if (!isObject(value)) return [];
    const [first, second] = sources.filter((source) => value[source] !== undefined);
    if (first === undefined) {
      return [value['link'] !== undefined && !isRequired(manifest, at) ? linkOnly(at) : noSource(at, sources)];
    }
    if (second === undefined) return [];
    const place = [...at, second];
    const message = `\`${formatPath(place)}\` and \`${first}\` cannot be used together`;
    return [problemAt(place, { code: 'not-together', on: 'key', message, hint: 'Remove one of the two' })];
  });
}

/** The bubbles that require their image (resource API 2.4). */
const WITH_IMAGE: readonly (Json | undefined)[] = ['IMAGE', 'WIDE', 'COMMERCE'];

function isRequired({ bubble }: JsonObject, at: Path): boolean {
  return at.length === 1 && WITH_IMAGE.includes(bubble);
}

function linkOnly(at: Path): Problem {
  const message = say('image-link', { field: formatPath(at) });
  return unsendable(at, message, say('image-link-way'));
}

function noSource(at: Path, sources: readonly string[]): Problem {
  const names = sources.map((source) => `\`${source}\``);
  const message = `\`${formatPath(at)}\` has no source`;
  const hint = `Add ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return problemAt(at, { code: 'missing-field', on: 'key', message, hint });
}

/** Checks that all images of a CAROUSEL_COMMERCE have one ratio, to the pixel (resource API 4.7a). */
export function checkRatios(manifest: JsonObject): Problem[] {
  if (manifest['bubble'] !== 'CAROUSEL_COMMERCE') return [];
  const [first, ...others] = imagesIn(brandFields, manifest)
    .filter(({ at }) => at[0] === 'carousel')
    .flatMap(({ at, image }) => {
      const file = isFileNode(image) ? image : member(image, 'file');
      if (!isFileNode(file)) return [];
      const { path, width = 0, height = 0 } = file;
      return [{ at: isFileNode(image) ? at : [...at, 'file'], path, width, height }];
    });
  return others.flatMap(({ at, path, width, height }) => {
    if (!first || width * first.height === height * first.width) return [];
    return [
      problemAt(at, {
        code: 'image-shape',
        message: `\`${path}\` is ${width} × ${height} px, unlike the first image of the carousel (${first.width} × ${first.height} px)`,
        hint: 'Crop all images of the carousel to the same ratio, to the pixel (resource API 4.7a)',
      }),
    ];
  });
}
