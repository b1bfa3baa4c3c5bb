import type { Path } from '../../../core/path.ts';
import { LIKELY_REJECTED } from '../../lint/rule.ts';
import { firstUses, syntax, unsampledIn, variablesAt, withoutSample } from '../../lint/variables.ts';
import type { TemplateRule } from './reading.ts';
import { say } from './sentences.ts';

/** The most distinct variables of a template (assumption 175). */
export const MOST_VARIABLES = 40;

/** The parts that a phone shows from the template. No send carries them, so their variables get no values (assumption 77). */
export const UNSENT: readonly Path[] = [['emphasis', 'subtitle'], ['extra'], ['preview']];

const tooMany: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT02',
  what: { en: `More than ${MOST_VARIABLES} variables`, ko: `변수가 ${MOST_VARIABLES}개를 넘습니다` },
  help: {
    en: 'Write out what is the same in every message, or put several values into one variable',
    ko: '모든 메시지에서 같은 내용은 그대로 쓰고, 여러 값을 변수 하나로 합치세요.',
  },
  find: ({ texts }) => {
    const first = firstUses(texts);
    const next = first[MOST_VARIABLES];
    if (!next) return [];
    const message = say('many-variables', { count: first.length, most: MOST_VARIABLES, name: next.name });
    return [{ ...next.piece(), message }];
  },
};

const onlyVariables: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT03',
  what: {
    en: 'A body of variables only: an inspector cannot see what will be sent',
    ko: '본문이 변수로만 되어 있어 검수자가 발송될 내용을 알 수 없습니다',
  },
  help: {
    en: 'Write the message in the body, and use variables for what differs between messages',
    ko: '본문에 내용을 쓰고, 메시지마다 달라지는 부분만 변수로 쓰세요.',
  },
  find: ({ template: { content } }) => {
    const rest = content.replace(/#\{[^#{}]+\}/g, '');
    if (rest === content || /[\p{L}\p{N}]/u.test(rest)) return [];
    return [{ at: ['content'], message: say('only-variables') }];
  },
};

const inName: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT04',
  what: { en: 'A variable in the name of a button or quick reply', ko: '버튼이나 바로연결의 이름에 변수가 있습니다' },
  help: {
    en: 'Write a name that is the same in every message; use variables in the link or the body',
    ko: '이름은 모든 메시지에서 같게 쓰고, 변수는 링크나 본문에 쓰세요.',
  },
  find: variablesAt({ 'buttons[].name': say('label-button'), 'quickReplies[].name': say('label-reply') }),
};

const inPreview: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT05',
  what: { en: 'A variable in the preview message', ko: '미리보기 문구에 변수가 있습니다' },
  help: {
    en: 'Write a preview that is the same in every message, or leave `preview` out: a send fills in no variable of it',
    ko: '미리보기 문구는 모든 메시지에서 같게 쓰거나 `preview`를 지우세요. 발송할 때 이 변수는 채워지지 않습니다.',
  },
  find: variablesAt({ preview: say('label-preview') }),
};

const inFixed: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT06',
  what: {
    en: 'A variable in the subtitle, the extra information, the title of an item or of the summary',
    ko: '보조 문구, 부가 정보, 아이템 제목, 요약 제목에 변수가 있습니다',
  },
  help: {
    en: 'Write a text that is the same in every message, and move the variable into the body, the title or the description. A send fills in no variable of the subtitle and the extra information: a phone shows it as it is',
    ko: '이 부분은 모든 메시지에서 같게 쓰고, 변수는 본문이나 제목, 설명으로 옮기세요. 보조 문구와 부가 정보의 변수는 발송할 때 채워지지 않고 그대로 표시됩니다.',
  },
  find: variablesAt({
    'emphasis.subtitle': say('label-subtitle'),
    extra: say('label-extra'),
    'items[].title': say('label-item'),
    'itemSummary.title': say('label-summary'),
  }),
};

/** A variable that is only in a part that no send carries (assumption 77) needs no value; a sample may have one for it. */
const sampled: TemplateRule = {
  ...withoutSample,
  find: ({ texts, samples }) => {
    const sent = texts.filter(({ at }) => !isUnsent(at));
    const others = texts.flatMap(({ variables }) => variables.map(({ name }) => name));
    return unsampledIn({ texts: sent, samples }, others);
  },
};

function isUnsent(at: Path): boolean {
  return UNSENT.some((part) => part.every((name, index) => at[index] === name));
}

/** AT01 to AT07 check message variables and the samples that fill them. */
export const variableRules: readonly TemplateRule[] = [
  syntax,
  tooMany,
  onlyVariables,
  inName,
  inPreview,
  inFixed,
  sampled,
];
