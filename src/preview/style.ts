import { letterings } from './lettering.ts';
import { dark, light, type Palette } from './tones.ts';

/**
 * The style sheet of every drawing, light or dark as the reader's system is. It speaks of classes that begin with `nf-` only, so
 * that a page may hold many drawings. A page changes colours by a stronger selector: `.page .nf-auto { --nf-room: transparent }`.
 */
export const drawingStyle = [
  variables(light),
  `@media (prefers-color-scheme:dark){${variables(dark)}}`,
  `.nf-text{font-family:system-ui,-apple-system,'Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic',sans-serif;white-space:pre}`,
  '.nf-drawn{fill:none;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}',
  ...Object.entries(light).flatMap(([tone, colour]) => [
    `.nf-fill-${tone}{fill:${colour};fill:var(--nf-${tone})}`,
    `.nf-line-${tone}{stroke:${colour};stroke:var(--nf-${tone})}`,
  ]),
  ...Object.entries(letterings).map(([name, { size, bold, ...more }]) => {
    const struck = 'struck' in more ? ';text-decoration:line-through' : '';
    return `.nf-${name}{font-size:${size}px;font-weight:${bold ? 700 : 400}${struck}}`;
  }),
].join('');

function variables(palette: Palette): string {
  const set = Object.entries(palette).map(([tone, colour]) => `--nf-${tone}:${colour}`);
  return `.nf-auto{${set.join(';')}}`;
}
