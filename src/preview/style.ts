import { letterings } from './lettering.ts';
import { dark, light, type Palette } from './tones.ts';

/** `auto` is light or dark as the reader's system is. */
export type Theme = 'auto' | 'light' | 'dark';

/**
 * The style sheet of a drawing. It is the same text for every bubble of a theme, and speaks of classes that begin with
 * `nf-` only, so that a page may hold many drawings. A page changes colours by a stronger selector:
 * `.page .nf-auto { --nf-room: transparent }`.
 */
export function styleOf(theme: Theme): string {
  const own = theme === 'dark' ? dark : light;
  const byNight = theme === 'auto' ? `@media (prefers-color-scheme:dark){${variables('nf-auto', dark)}}` : '';
  return [
    variables(`nf-${theme}`, own),
    byNight,
    `.nf-text{font-family:system-ui,-apple-system,'Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic',sans-serif;white-space:pre}`,
    '.nf-drawn{fill:none;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}',
    ...Object.entries(own).flatMap(([tone, colour]) => [
      `.nf-fill-${tone}{fill:${colour};fill:var(--nf-${tone})}`,
      `.nf-line-${tone}{stroke:${colour};stroke:var(--nf-${tone})}`,
    ]),
    ...Object.entries(letterings).map(([name, { size, bold, ...more }]) => {
      const struck = 'struck' in more ? ';text-decoration:line-through' : '';
      return `.nf-${name}{font-size:${size}px;font-weight:${bold ? 700 : 400}${struck}}`;
    }),
  ].join('');
}

function variables(className: string, palette: Palette): string {
  const set = Object.entries(palette).map(([tone, colour]) => `--nf-${tone}:${colour}`);
  return `.${className}{${set.join(';')}}`;
}
