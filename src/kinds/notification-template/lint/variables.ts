import { LIKELY_REJECTED } from '../../lint/rule.ts';
import { firstUses, syntax, variablesAt, withoutSample } from '../../lint/variables.ts';
import type { TemplateRule } from './reading.ts';

/** The most distinct variables of a template (assumption 175). */
export const MOST_VARIABLES = 40;

const tooMany: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT02',
  what: `More than ${MOST_VARIABLES} variables`,
  help: 'Write out what is the same in every message, or put several values into one variable',
  find: ({ texts }) => {
    const first = firstUses(texts);
    const next = first[MOST_VARIABLES];
    if (!next) return [];
    const message = `The template has ${first.length} variables; inspectors accept at most ${MOST_VARIABLES}; \`${next.name}\` is one too many`;
    return [{ ...next.piece(), message }];
  },
};

const onlyVariables: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT03',
  what: 'A body of variables only: an inspector cannot see what will be sent',
  help: 'Write the message in the body, and use variables for what differs between messages',
  find: ({ template: { content } }) => {
    const rest = content.replace(/#\{[^#{}]+\}/g, '');
    if (rest === content || /[\p{L}\p{N}]/u.test(rest)) return [];
    return [{ at: ['content'], message: 'The body contains variables only' }];
  },
};

const inName: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT04',
  what: 'A variable in the name of a button or quick reply',
  help: 'Write a name that is the same in every message; use variables in the link or the body',
  find: variablesAt({ 'buttons[].name': 'The name of a button', 'quickReplies[].name': 'The name of a quick reply' }),
};

const inPreview: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT05',
  what: 'A variable in the preview message',
  help: 'Write a preview that is the same in every message, or leave `preview` out',
  find: variablesAt({ preview: 'The preview message' }),
};

const inFixed: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT06',
  what: 'A variable in the subtitle, the extra information, the title of an item or of the summary',
  help: 'Write a text that is the same in every message, and move the variable into the body, the title or the description',
  find: variablesAt({
    'emphasis.subtitle': 'The subtitle',
    extra: 'The extra information',
    'items[].title': 'The title of an item',
    'itemSummary.title': 'The title of the summary',
  }),
};

/** AT01 to AT07 check message variables and the samples that fill them. */
export const variableRules: readonly TemplateRule[] = [
  syntax,
  tooMany,
  onlyVariables,
  inName,
  inPreview,
  inFixed,
  withoutSample,
];
