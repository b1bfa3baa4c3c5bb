import type { Surroundings } from '../../../core/declaration.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import { findingsOf, unsendable } from '../../lint/rule.ts';
import { unseenIn } from '../../lint/unseen.ts';
import type { Button, TemplateContent } from '../fields.ts';
import { withoutNotice } from '../notice.ts';
import { say } from '../sentences.ts';
import { templateRules } from './hints.ts';
import { readTemplate } from './reading.ts';

/**
 * Checks what a JSON Schema cannot express well: the lint rules, which a manifest may silence one by one, and
 * what can be registered but not sent (message API 2.9).
 */
export function checkTemplate(manifest: JsonObject, { categories, withoutLint }: Surroundings = {}): Problem[] {
  const reading = readTemplate(manifest, categories);
  const { name, messageType, content } = reading.template;
  const notice = { code: 'channel-notice', message: say('notice'), hint: say('notice-way') } as const;
  return [
    ...(withoutLint ? [] : findingsOf(templateRules, reading)),
    ...(withoutNotice(messageType, content) !== content ? [problemAt(['content'], notice)] : []),
    ...unseenIn([{ at: ['name'], text: name }, ...reading.texts]),
    ...checkSendable(reading.template),
  ];
}

function checkSendable({ buttons = [], quickReplies = [], itemSummary }: TemplateContent): Problem[] {
  const summary = (['title', 'description'] as const).filter((key) => itemSummary && itemSummary[key] === undefined);
  return [
    // A send requires both texts of a summary; a template may have one.
    ...summary.map((key) =>
      unsendable(['itemSummary'], say('summary-lacks', { key }), say('add-member', { key }), 'value'),
    ),
    ...buttons.flatMap((button, index) => checkUnused(['buttons', index], button)),
    ...quickReplies.flatMap(({ type }, index) =>
      type === 'MD' ? [unsendable(['quickReplies', index, 'type'], say('reply-md'), say('reply-md-way'), 'value')] : [],
    ),
  ];
}

/** Members that only some types use (resource API 2.2). */
const USED_BY = { plugin: ['P1', 'P2', 'P3'], tel: ['TN'] } as const;

function checkUnused(at: Path, button: Button): Problem[] {
  return (['plugin', 'tel'] as const).flatMap((key) => {
    if (button[key] === undefined || USED_BY[key].some((type) => type === button.type)) return [];
    const message = say('no-effect-type', { field: key, type: button.type });
    return [
      problemAt([...at, key], { code: 'unused-member', severity: 'warning', on: 'key', message, hint: say('remove') }),
    ];
  });
}
