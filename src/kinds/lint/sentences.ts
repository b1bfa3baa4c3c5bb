import { type Phrases, sayer } from '../../core/sentence.ts';

/** The sentences of findings, and their advice. A rule has its own advice beside it. */
export const LINT_SENTENCES = {
  'variable-malformed': { en: '`{text}` is not a message variable', ko: '치환 변수의 형식이 아닙니다: `{text}`' },
  'no-samples': { en: 'No sample has a value for {names}', ko: '예시 값이 없는 변수가 있습니다: {names}' },
  'no-samples-way': { en: 'Add `{sample}`', ko: '`{sample}` 줄을 추가하세요' },
  'sample-lacks': { en: 'The sample {sample} has no value for {names}', ko: '예시 "{sample}"에 값이 없는 변수가 있습니다: {names}' },
  'sample-empty': { en: 'The value of `{name}` in the sample {sample} is empty', ko: '예시 "{sample}"에 빈 값이 있습니다: `{name}`' },
  'sample-variable': { en: 'The value of `{name}` in the sample {sample} contains the variable `{inner}`, which is not filled', ko: '예시 "{sample}"의 `{name}` 값에 변수가 있습니다. 예시 값 안의 변수는 채워지지 않습니다: `{inner}`' },
  'sample-unused': { en: 'The sample {sample} has a value for `{name}`, but no text of the template uses that variable', ko: '예시 "{sample}"에 문구에 없는 변수가 있습니다: `{name}`' },
  'sample-bare': { en: 'Write the name without `#{ }`: `{name}`', ko: '`#{ }` 없이 변수 이름만 쓰세요: `{name}`' },
  'sample-correct': { en: 'Correct the name, or remove the value: `{name}` is in no text', ko: '이름을 고치거나 값을 지우세요. 문구에 없는 변수입니다: `{name}`' },
  'unseen-control': { en: 'The text contains {code}, which no message may contain, at character {place}', ko: '문구의 {place}번째 글자는 메시지에 쓸 수 없는 문자입니다({code})' },
  'unseen-private': { en: 'The text contains {code}, which only some fonts have, at character {place}', ko: '문구의 {place}번째 글자는 휴대폰에 보이지 않을 수 있는 기호입니다({code})' },
  unseen: { en: 'The text contains {code}, which is invisible, at character {place}', ko: '문구의 {place}번째 글자는 눈에 보이지 않는 문자입니다({code})' },
  'unseen-line': { en: 'The text contains {code}, which looks like a line break, at character {place}', ko: '문구의 {place}번째 글자는 줄바꿈처럼 보이는 다른 문자입니다({code})' },
  'unseen-blank': { en: 'The text contains {code}, which looks like a space, at character {place}', ko: '문구의 {place}번째 글자는 공백처럼 보이는 다른 문자입니다({code})' },
  'blank-end': { en: 'The text, or a line of it, ends with a blank', ko: '문구나 줄이 공백, 탭, 빈 줄로 끝납니다' },
  'unseen-remove': { en: 'Remove it: a message without it does not match the template', ko: '지우세요. 그대로 두면 이 문자가 없는 메시지가 템플릿과 일치하지 않습니다' },
  'unseen-replace': { en: 'Replace it with a normal space: a message with a normal space does not match the template', ko: '일반 공백으로 바꾸세요. 그대로 두면 일반 공백을 쓴 메시지가 템플릿과 일치하지 않습니다' },
  'unseen-sign': { en: 'Type another sign, such as `•`', ko: '`•` 같은 다른 기호로 바꾸세요' },
  'unseen-enter': { en: 'Break the line with the Enter key', ko: '지우고 Enter로 줄을 바꾸세요' },
  'unseen-link': { en: 'Remove it from the link', ko: '링크에서 지우세요' },
  'label-with-sample': { en: '`{field}` with the values of sample {sample}', ko: '예시 "{sample}"의 값을 넣은 `{field}`' },
  'label-field': { en: '`{field}`', ko: '`{field}`' },
  'too-long-sent': { en: '{what} has {count} characters; a message takes at most {most}', ko: '{what}의 길이가 {count}자입니다. 메시지에는 {most}자까지 쓸 수 있습니다' },
  'too-long-recommended': { en: '{what} has {count} characters; at most {most} are recommended', ko: '{what}의 길이가 {count}자입니다. {most}자 이하를 권장합니다' },
  'too-long-shown': { en: '{what} has {count} characters; a phone shows {most}', ko: '{what}의 길이가 {count}자입니다. 휴대폰에는 {most}자까지 보입니다' },
  'add-member': { en: 'Add `{key}`', ko: '`{key}` 필드를 추가하세요' },
  remove: { en: 'Remove it', ko: '지우세요' },
  'link-app': { en: 'An app link begins with a scheme, for example `shop://`', ko: '앱링크는 `shop://`처럼 스킴으로 시작해야 합니다' },
  'link-space': { en: 'The link contains a space', ko: '링크에 공백이 있습니다' },
  'link-space-way': { en: 'Remove the space, or write it as `%20`', ko: '공백을 지우거나 `%20`으로 쓰세요' },
  'link-web': { en: 'A web link begins with http:// or https:// and a public host', ko: '웹링크는 http:// 또는 https://로 시작하고 외부에서 접속할 수 있는 도메인이 있어야 합니다' },
} as const satisfies Phrases;

/** What rules of both kinds of template find, each as one sentence without a full stop. */
export const SHARED_FINDS: Phrases = {
  AT01: {
    en: 'Text that looks like a message variable but is not `#{name}`: a missing or extra brace, `#name` of a variable of the template, `{{x}}`, `${x}`, `{x}`, `#(x)`, `#[x]`, `%x%`, full-width characters, no name, a space in or around the name',
    ko: '변수처럼 보이지만 `#{이름}` 형식이 아닙니다. 괄호의 짝이 맞지 않거나, `{{x}}`, `${x}`, `{x}`, `#(x)`, `#[x]`, `%x%` 형식이거나, 전각 기호를 썼거나, 이름이 없거나, 이름 안이나 앞뒤에 공백이 있습니다',
  },
  AT04: { en: 'A variable in the name of a button or quick reply', ko: '버튼이나 바로연결의 이름에 변수가 있습니다' },
  AT07: { en: 'A variable for which a sample has no value, an empty value or one that contains a variable; or a value in a sample for a variable that no text has', ko: '예시 값이 없거나, 비어 있거나, 예시 값 안에 변수가 있습니다. 또는 문구에 없는 변수의 예시 값이 있습니다' },
  AT15: { en: 'A text that is too long for a message when the longest sample fills it in; in a notification template also a body of more than the recommended 1000 characters', ko: '가장 긴 예시 값을 넣으면 문구가 메시지 길이 제한을 넘습니다. 알림 템플릿의 본문은 권장 길이 1000자를 넘을 때도 알립니다' },
  AT34: { en: 'A short text or a value of a sample that is wholly in curly quotes (`“…”`, `‘…’`)', ko: '짧은 문구나 예시 값 전체가 둥근 따옴표(`“…”`, `‘…’`)로 둘러싸여 있습니다' },
};

/** The advice of these rules, as whole sentences. */
export const SHARED_HELP: Phrases = {
  AT01: { en: 'Write a message variable as `#{name}`, with no space in or around the name', ko: '치환 변수는 `#{이름}`으로 쓰고 이름 안과 앞뒤에 공백을 넣지 마세요.' },
  AT04: { en: 'Write a name that is the same in every message; use variables in the link or the body', ko: '이름은 모든 메시지에서 같게 쓰고, 변수는 링크나 본문에 쓰세요.' },
  AT07: { en: 'Give every sample a value for each variable, without a variable in it: previews, proofs and test sends use them, and the service refuses empty ones', ko: '미리보기, 검증, 테스트 발송에 쓸 수 있도록 변수마다 예시 값을 넣으세요. 값을 비우거나 값 안에 변수를 넣으면 발송되지 않습니다.' },
  AT12: { en: 'Write the whole address, for example `https://shop.example.com/orders` or, for an app, `shop://orders`', ko: '`https://shop.example.com/orders`처럼 전체 주소를 쓰세요. 앱은 `shop://orders`처럼 쓰세요.' },
  AT15: { en: 'Shorten the text or the values of the sample', ko: '문구나 넣을 값을 줄이세요.' },
  AT34: { en: 'Remove them, or write `"` instead: YAML reads only `"` and `\'` as quotes', ko: '둥근 따옴표를 지우거나 `"`로 바꾸세요. YAML은 `"`와 `\'`만 따옴표로 읽습니다.' },
};

export const say = sayer(LINT_SENTENCES);
