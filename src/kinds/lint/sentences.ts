import { type Phrases, type Said, sayer } from '../../core/sentence.ts';

/** The sentences of findings, and their advice. A rule has its own advice beside it. */
export const LINT_SENTENCES = {
  'variable-foreign': { en: '`{text}` is the syntax of another template language', ko: '다른 프로그램에서 쓰는 변수 형식입니다: `{text}`' },
  'variable-full-width': { en: '`{text}` uses full-width characters', ko: '전각 기호를 썼습니다: `{text}`' },
  'variable-brackets': { en: '`{text}` has other brackets than `{` and `}`', ko: '중괄호 `{`와 `}`가 아닌 괄호를 썼습니다: `{text}`' },
  'variable-unopened': { en: '`{text}` has no opening `{`', ko: '변수를 여는 괄호 `{`가 없습니다: `{text}`' },
  'variable-unclosed': { en: '`{text}` has no closing `}`', ko: '변수를 닫는 괄호 `}`가 없습니다: `{text}`' },
  'variable-bare': { en: '`{text}` has no braces', ko: '이 템플릿의 변수인데 중괄호 `{`와 `}`가 없습니다: `{text}`' },
  'variable-nested': { en: '`{text}` has another brace inside', ko: '변수 안에 괄호가 또 있습니다: `{text}`' },
  'variable-nameless': { en: '`{text}` has no name', ko: '변수에 이름이 없습니다: `{text}`' },
  'variable-line-break': { en: '`{text}` has a line break in its name', ko: '변수 이름에 줄바꿈이 있습니다: `{text}`' },
  'variable-edge-space': { en: '`{text}` has a space at an end of its name', ko: '변수 이름의 앞이나 뒤에 공백이 있습니다: `{text}`' },
  'variable-hash': { en: '`{text}` has a # in its name', ko: '변수 이름에 `#`이 있습니다: `{text}`' },
  'variable-space': { en: '`{text}` has a space in its name', ko: '변수 이름에 공백이 있습니다: `{text}`' },
  'did-you-mean': { en: 'Did you mean `{name}`?', ko: '혹시 `{name}`인가요?' },
  'variable-in-text': { en: '{field} contains the variable `{name}`', ko: '{field}에 변수가 있습니다: `{name}`' },
  'no-samples': { en: 'No sample has a value for `{name}`', ko: '예시 값이 없는 변수가 있습니다: `{name}`' },
  'no-samples-more': { en: 'No sample has a value for `{name}` and {count} more', ko: '예시 값이 없는 변수가 있습니다: `{name}` 외 {count}개' },
  'no-samples-way': { en: 'Add `{sample}`', ko: '`{sample}` 줄을 추가하세요' },
  'sample-lacks': { en: 'The sample {sample} has no value for {names}', ko: '예시 "{sample}"에 값이 없는 변수가 있습니다: {names}' },
  'sample-lacks-way': { en: 'Add it: the service refuses a message with an unfilled or empty variable', ko: '값을 추가하세요. 값이 없거나 비어 있는 변수가 있으면 메시지가 발송되지 않습니다' },
  'sample-empty': { en: 'The value of `{name}` in the sample {sample} is empty', ko: '예시 "{sample}"에 빈 값이 있습니다: `{name}`' },
  'sample-empty-way': { en: 'Write a value: the service refuses empty values', ko: '값을 쓰세요. 서비스는 빈 값을 받지 않습니다' },
  'sample-variable': { en: 'The value of `{name}` in the sample {sample} contains the variable `{inner}`, which is not filled', ko: '예시 "{sample}"의 `{name}` 값에 변수가 있습니다. 예시 값 안의 변수는 채워지지 않습니다: `{inner}`' },
  'sample-variable-way': { en: 'Write the text that a recipient reads', ko: '수신자가 읽을 내용을 쓰세요' },
  'sample-unused': { en: 'The sample {sample} has a value for `{name}`, but no text of the template uses that variable', ko: '예시 "{sample}"에 문구에 없는 변수가 있습니다: `{name}`' },
  'sample-bare': { en: 'Write the name without `#{ }`: `{name}`', ko: '`#{ }` 없이 변수 이름만 쓰세요: `{name}`' },
  'sample-correct': { en: 'Correct the name, or remove the value: `{name}` is in no text', ko: '이름을 고치거나 값을 지우세요. 문구에 없는 변수입니다: `{name}`' },
  'unseen-control': { en: 'The text contains {code}, which no message may contain, at character {place}', ko: '문구의 {place}번째 글자는 메시지에 쓸 수 없는 문자입니다({code})' },
  'unseen-private': { en: 'The text contains {code}, which only some fonts have, at character {place}', ko: '문구의 {place}번째 글자는 휴대폰에 보이지 않을 수 있는 기호입니다({code})' },
  unseen: { en: 'The text contains {code}, which is invisible, at character {place}', ko: '문구의 {place}번째 글자는 눈에 보이지 않는 문자입니다({code})' },
  'unseen-line': { en: 'The text contains {code}, which looks like a line break, at character {place}', ko: '문구의 {place}번째 글자는 줄바꿈처럼 보이는 다른 문자입니다({code})' },
  'unseen-blank': { en: 'The text contains {code}, which looks like a space, at character {place}', ko: '문구의 {place}번째 글자는 공백처럼 보이는 다른 문자입니다({code})' },
  'ends-blank-line': { en: 'The text ends with a blank line', ko: '문구가 빈 줄로 끝납니다' },
  'ends-tab': { en: 'A line of the text ends with a tab', ko: '줄 끝에 탭이 있습니다' },
  'ends-space': { en: 'A line of the text ends with a space', ko: '줄 끝에 공백이 있습니다' },
  'unseen-remove': { en: 'Remove it: a message without it does not match the template', ko: '지우세요. 그대로 두면 이 문자가 없는 메시지가 템플릿과 일치하지 않습니다' },
  'unseen-replace': { en: 'Replace it with a normal space: a message with a normal space does not match the template', ko: '일반 공백으로 바꾸세요. 그대로 두면 일반 공백을 쓴 메시지가 템플릿과 일치하지 않습니다' },
  'unseen-sign': { en: 'Type another sign, such as `•`', ko: '`•` 같은 다른 기호로 바꾸세요' },
  'unseen-enter': { en: 'Break the line with the Enter key', ko: '지우고 Enter로 줄을 바꾸세요' },
  'unseen-link': { en: 'Remove it from the link', ko: '링크에서 지우세요' },
  'curly-quotes': { en: 'YAML reads the quotes `{open}` and `{close}` as part of the text', ko: '둥근 따옴표(`{open}`, `{close}`)는 따옴표가 아니라 문구의 글자로 읽힙니다' },
  'web-scheme': { en: '`{scheme}` opens no web page: a web link begins with http:// or https://', ko: '`{scheme}` 형식은 웹페이지 주소가 아닙니다. 웹링크는 http:// 또는 https://로 시작해야 합니다' },
  'label-with-sample': { en: '{what} with the values of sample {sample}', ko: '예시 "{sample}"의 값을 넣은 {what}' },
  'label-body': { en: 'The body', ko: '본문' },
  'label-title': { en: 'The title', ko: '제목' },
  'label-subtitle': { en: 'The subtitle', ko: '보조 문구' },
  'label-button': { en: 'The name of a button', ko: '버튼 이름' },
  'label-reply': { en: 'The name of a quick reply', ko: '바로연결 이름' },
  'label-preview': { en: 'The preview message', ko: '미리보기 문구' },
  'label-extra': { en: 'The extra information', ko: '부가 정보' },
  'label-item': { en: 'The title of an item', ko: '아이템 제목' },
  'label-summary': { en: 'The title of the summary', ko: '요약 제목' },
  'label-number': { en: 'The number of a button', ko: '버튼의 전화번호' },
  'label-plugin': { en: 'The plugin of a button', ko: '버튼의 플러그인' },
  'label-field': { en: '`{field}`', ko: '`{field}`' },
  remove: { en: 'Remove it', ko: '지우세요' },
  'link-app': { en: 'An app link begins with a scheme, for example `shop://`', ko: '앱링크는 `shop://`처럼 스킴으로 시작해야 합니다' },
  host: { en: '`{host}` is not a public host', ko: '`{host}`에는 외부에서 접속할 수 없습니다. 공개된 도메인을 쓰세요' },
  'link-space': { en: 'The link contains a space', ko: '링크에 공백이 있습니다' },
  'link-space-way': { en: 'Remove the space, or write it as `%20`', ko: '공백을 지우거나 `%20`으로 쓰세요' },
  'link-web': { en: 'A web link begins with http:// or https:// and a host', ko: '웹링크는 http:// 또는 https://로 시작하고 도메인이 있어야 합니다' },
} as const satisfies Phrases;

/** What each rule finds, as one sentence without a full stop. */
export const SHARED_FINDS: Phrases = {
  AT01: {
    en: 'Text that looks like a message variable but is not `#{name}`: a missing or extra brace, `#name` of a variable of the template, `{{x}}`, `${x}`, `{x}`, `#(x)`, `#[x]`, `%x%`, full-width characters, no name, a space in or around the name',
    ko: '변수처럼 보이지만 `#{이름}` 형식이 아닙니다. 괄호의 짝이 맞지 않거나, `{{x}}`, `${x}`, `{x}`, `#(x)`, `#[x]`, `%x%` 형식이거나, 전각 기호를 썼거나, 이름이 없거나, 이름 안이나 앞뒤에 공백이 있습니다',
  },
  AT07: { en: 'A variable for which a sample has no value, an empty value or one that contains a variable; or a value in a sample for a variable that no text has', ko: '예시 값이 없거나, 비어 있거나, 예시 값 안에 변수가 있습니다. 또는 문구에 없는 변수의 예시 값이 있습니다' },
  AT34: { en: 'A name, a category, a title, another short text or a value of a sample that is wholly in curly quotes (`“…”`, `‘…’`)', ko: '이름, 카테고리, 제목 같은 짧은 문구 또는 예시 값 전체가 둥근 따옴표(`“…”`, `‘…’`)로 둘러싸여 있습니다' },
};

/** The advice of each rule, as whole sentences. */
export const SHARED_HELP: Phrases = {
  AT01: { en: 'Write a message variable as `#{name}`, with no space in or around the name', ko: '치환 변수는 `#{이름}`으로 쓰고 이름 안과 앞뒤에 공백을 넣지 마세요.' },
  AT07: { en: 'Give every sample a value for each variable: previews, proofs and test sends use them', ko: '미리보기, 검증, 테스트 발송에 쓸 수 있도록 변수마다 예시 값을 넣으세요.' },
  AT34: { en: 'Remove them, or write `"` instead: YAML reads only `"` and `\'` as quotes', ko: '둥근 따옴표를 지우거나 `"`로 바꾸세요. YAML은 `"`와 `\'`만 따옴표로 읽습니다.' },
};

export const say = sayer(LINT_SENTENCES);

/** Names a text for a reader, with the sample whose values make it longest. */
export function filledLabel(what: Said, text: string, sample: string | undefined): Said {
  return sample === undefined || !text.includes('#{') ? what : say('label-with-sample', { what, sample });
}
