import { type FileNode, isFileNode } from '../../core/content.ts';
import { type Finding, formatPath } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { finding } from './finding.ts';
import { carouselPlaces, imagePlaces, member } from './places.ts';

/** Each image and video is said in one way, beside its link or thumbnail. */
export function checkSources(manifest: JsonObject): Finding[] {
  const places = [
    ...imagePlaces(manifest).map(({ at, image }) => ({ at, value: image, ways: ['file', 'url', 'ref'] })),
    { at: ['video'], value: manifest['video'], ways: ['file', 'ref', 'vid', 'url'] },
  ];
  return places.flatMap(({ at, value, ways }) => {
    if (!isObject(value)) return [];
    const [first, second] = ways.filter((way) => value[way] !== undefined);
    const all = `${ways
      .slice(0, -1)
      .map((way) => `\`${way}\``)
      .join(', ')} or \`${ways.at(-1)}\``;
    if (first === undefined) {
      const message = `\`${formatPath(at)}\` does not say what it shows`;
      return [finding(at, { code: 'missing-field', on: 'key', message, hint: `Add ${all}` })];
    }
    if (second === undefined) return [];
    return [
      finding([...at, second], {
        code: 'not-together',
        on: 'key',
        message: `\`${formatPath([...at, second])}\` may not stand beside \`${first}\``,
        hint: 'Remove one of the two',
      }),
    ];
  });
}

/** All images of a carousel have one ratio, to the pixel (resource API 4.7a; assumption 122). */
export function checkRatios(manifest: JsonObject): Finding[] {
  const [first, ...others] = carouselPlaces(manifest).flatMap(({ at, image }) => {
    const file = measured(image);
    return file ? [{ at: isFileNode(image) ? at : [...at, 'file'], file }] : [];
  });
  if (!first) return [];
  return others
    .filter(({ file }) => file.width * first.file.height !== file.height * first.file.width)
    .map(({ at, file }) =>
      finding(at, {
        code: 'image-shape',
        message: `\`${file.path}\` has ${pixels(file)}, and the first image of the carousel ${pixels(first.file)}`,
        hint: 'All images of a carousel have the same ratio, to the pixel: crop them alike (resource API 4.7a)',
      }),
    );
}

type Measured = FileNode & { width: number; height: number };

function measured(image: Json | undefined): Measured | undefined {
  const file = isFileNode(image) ? image : member(image, 'file');
  if (!isFileNode(file)) return undefined;
  const { width, height } = file;
  return width === undefined || height === undefined ? undefined : { ...file, width, height };
}

function pixels({ width, height }: Measured): string {
  return `${width} × ${height} px`;
}
