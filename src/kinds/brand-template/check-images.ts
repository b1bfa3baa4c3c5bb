import { type FileNode, isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { unsendable } from './check-sendable.ts';
import { carouselPlaces, imagePlaces } from './places.ts';

/** Each image and video is said in one way, beside its link or thumbnail. */
export function checkSources(manifest: JsonObject): Problem[] {
  const places = [
    ...imagePlaces(manifest).map(({ at, image }) => ({ at, value: image, ways: ['file', 'url', 'ref'] })),
    { at: ['video'], value: manifest['video'], ways: ['file', 'ref', 'vid', 'url'] },
  ];
  return places.flatMap(({ at, value, ways }) => {
    if (!isObject(value)) return [];
    const [first, second] = ways.filter((way) => value[way] !== undefined);
    if (first === undefined && value['link'] !== undefined && !isRequired(manifest, at)) return [linkAlone(at)];
    const all = `${ways
      .slice(0, -1)
      .map((way) => `\`${way}\``)
      .join(', ')} or \`${ways.at(-1)}\``;
    if (first === undefined) {
      const message = `\`${formatPath(at)}\` does not say what it shows`;
      return [problemAt(at, { code: 'missing-field', on: 'key', message, hint: `Add ${all}` })];
    }
    if (second === undefined) return [];
    return [
      problemAt([...at, second], {
        code: 'not-together',
        on: 'key',
        message: `\`${formatPath([...at, second])}\` may not stand beside \`${first}\``,
        hint: 'Remove one of the two',
      }),
    ];
  });
}

/** The bubbles that require their image (resource API 2.4). */
const WITH_IMAGE: readonly (Json | undefined)[] = ['IMAGE', 'WIDE', 'COMMERCE'];

function isRequired({ bubble }: JsonObject, at: Path): boolean {
  return at.length === 1 && WITH_IMAGE.includes(bubble);
}

function linkAlone(at: Path): Problem {
  const message = `\`${formatPath(at)}\` has a link and no image, and a message takes both or none`;
  return unsendable(at, message, 'Add the image, or remove the link');
}

/** All images of a CAROUSEL_COMMERCE have one ratio, to the pixel (resource API 4.7a). */
export function checkRatios(manifest: JsonObject): Problem[] {
  if (manifest['bubble'] !== 'CAROUSEL_COMMERCE') return [];
  const images = carouselPlaces(manifest).flatMap(({ at, image }) => {
    const file = measured(image);
    return file ? [{ at: isFileNode(image) ? at : [...at, 'file'], file }] : [];
  });
  const files = images.map(({ file }) => file);
  const usual = usualShape(files);
  if (!usual) return [];
  const others = files[0] === usual ? 'the first image of the carousel' : `\`${usual.path}\` and most of the carousel`;
  return images
    .filter(({ file }) => !isLike(file, usual))
    .map(({ at, file }) =>
      problemAt(at, {
        code: 'image-shape',
        message: `\`${file.path}\` has ${pixels(file)}, and ${others} ${pixels(usual)}`,
        hint: 'All images of a carousel have the same ratio, to the pixel: crop them alike (resource API 4.7a)',
      }),
    );
}

/** The first image of the ratio that most have, so that the odd one out is the one that is named. */
function usualShape(files: readonly Measured[]): Measured | undefined {
  const alike = (file: Measured): number => files.filter((other) => isLike(file, other)).length;
  const most = Math.max(...files.map(alike));
  return files.find((file) => alike(file) === most);
}

function isLike(one: Measured, other: Measured): boolean {
  return one.width * other.height === one.height * other.width;
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
