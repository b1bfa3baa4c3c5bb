import type { Style } from './style.ts';
import { EMPTY, render, wrapHanging } from './terminal/line.ts';
import { drawTable } from './terminal/table.ts';
import { span, type Text, whole } from './text.ts';

/** A template that an application can send. */
interface TemplateView {
  key: string;
  templatecode: string;
  type: string;
  name: string;
  variables: readonly string[];
}

/** A template that cannot be sent now. */
interface UnavailableView {
  key: string;
  name: string;
  reason: string;
}

/** Draws the templates that applications can send, and the reason for each of the others. */
export function drawCatalog(
  { templates, unavailable }: { templates: readonly TemplateView[]; unavailable: readonly UnavailableView[] },
  style: Style,
): string {
  const rows = templates.map(({ key, templatecode, type, name, variables }) => ({
    cells: [
      [whole(key, 'bold'), ...(templatecode === key ? [] : [span(' as '), whole(templatecode)])],
      [span(type)],
      [span(name)],
      [span(variables.join(', ') || 'no variables', 'dim')],
    ] satisfies Text[],
  }));
  const others = unavailable.map(({ key, name, reason }): Text => [whole(key, 'bold'), span(`  ${name}: ${reason}`)]);
  const lines = [
    ...(rows.length === 0 ? [[span('No template can be sent.')]] : drawTable(rows, style.width)),
    ...(others.length === 0 ? [] : [EMPTY, [span('Not available:')]]),
    ...others.flatMap((line) => wrapHanging(line, style.width, 4)),
  ];
  return render(lines, style);
}
