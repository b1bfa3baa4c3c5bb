import { own } from '../core/json.ts';
import type { Phrase } from '../core/language.ts';
import { states } from '../kinds/registry.ts';
import type { Explanation, ExplanationPart } from './explanation.ts';
import { OUTCOME_WORDS, SEND_WORDS, VERDICT_WORDS } from './outcome-words.ts';
import type { StatusGroup } from './status-groups.ts';
import { ACTION_WORDS, outstandingIn, REASON_WORDS, RISK_WORDS, waitsWord } from './words.ts';

/** What to do about a state that needs more than a look at `status`. */
const STATE_HELP: Readonly<Record<string, string>> = {
  REG: 'Run `notiform apply`: it requests the inspection',
  REQ: 'Wait for a verdict with `notiform wait`',
  A: 'A brand template needs no inspection: it can be sent with `notiform send`',
  S: 'Ask the service why it blocked the template',
  RDY: 'It can be sent. The first send makes its text final',
  ACT: 'It can be sent. To change its text, declare `versions: true` in its manifest',
  REJ: 'Read the comment in `notiform status`, correct the manifest, and run `notiform plan` and `notiform apply`. To request an inspection of the same text again, pass `--resubmit ADDRESS` to both',
  STP: 'Run `notiform plan`: it shows how the template can be used again',
  DMT: 'Run `notiform plan`: it shows how the template can be released',
  BLK: 'Ask the service why it blocked the template',
};

const GROUP_WORDS: Readonly<Record<StatusGroup, string>> = {
  rejected: 'an inspector rejected the template',
  blocked: 'the service blocked the resource',
  unread: 'the answer of the service could not be read',
  dormant: 'the resource is dormant, and declared otherwise',
  stopped: 'the template is stopped, and declared otherwise',
  drifted: 'changed or removed outside notiform since the last apply',
  differs: 'differs from its manifest',
  waiting: 'waits for an external decision',
  ending: 'becomes dormant again unless it is used',
  unsent: 'approved and never sent',
  done: 'up to date',
};

/** The inspection status of the service, and the lifecycle of a manifest, that stand for two states. */
const APPROVAL = 'approved. `status` shows RDY before the first send of the template, and ACT after it';
const APPROVAL_WORDS: Readonly<Record<string, string>> = { APR: APPROVAL, approved: APPROVAL };

/** The groups of resources in one state, which has its own advice. */
const GROUP_STATES: Readonly<Record<string, keyof typeof STATE_HELP>> = {
  rejected: 'REJ',
  blocked: 'BLK',
  dormant: 'DMT',
  stopped: 'STP',
};

const SEND_RISK_WORDS: Readonly<Record<string, string>> = {
  'locks-text': 'it is the first send of the template, and its text can never be edited again',
};

const HELP = {
  wait: 'Wait for {decision} with `notiform wait`',
  inState: 'Run `notiform status` to see the resources in this state',
  resubmit: 'Allow it with `--resubmit ADDRESS`',
  allow: 'Allow it for one resource with `--allow {word}=ADDRESS`, or in `guard.allowFor` of notiform.yaml',
  allowed:
    'It is allowed by default. If `guard.allow` of notiform.yaml does not list it, allow it for one resource with `--allow {word}=ADDRESS`',
  allowSend: 'Check the text, then pass `--allow {word}` to `notiform send`',
  changes: 'Run `notiform plan -v` to see each change',
  left: 'Run `notiform plan` to see what is left to do',
  details: 'Run `notiform status ADDRESS` to see the details',
  inGroup: 'Run `notiform status` to see the resources of this group',
  message: 'Run `notiform report KEY` to see the message',
} satisfies Record<string, string>;

const RISK_HELP: Readonly<Record<string, string>> = {
  resubmits: HELP.resubmit,
  'queues-again': HELP.allowed,
  destroys: HELP.allowed,
};

/** Words that commands print. */
interface Vocabulary {
  words: readonly string[];
  /** The part of a page; none if the vocabulary does not have the word. */
  explain: (word: string) => ExplanationPart[];
}

/** @param help what to do; it may name `{word}`, and what its state waits for as `{decision}` */
function vocabulary<Entry>(
  is: string,
  words: Readonly<Record<string, Entry>>,
  means: (entry: Entry) => string,
  help: string | ((word: string) => string),
): Vocabulary {
  const explain: Vocabulary['explain'] = (word) => {
    const entry = own(words, word);
    if (entry === undefined) return [];
    const advice = (typeof help === 'function' ? help(word) : help)
      .replace('{word}', word)
      .replace('{decision}', waitsWord(outstandingIn(word) ?? ''));
    return [{ what: `${is}: ${means(entry)}`, help: advice }];
  };
  return { words: Object.keys(words), explain };
}

const same = (words: string): string => words;
const english = (words: Phrase): string => words.en;
const wordOf = ({ word }: { word: Phrase }): string => word.en;

/** What the words that commands print are, each with its meaning and what to do. */
const VOCABULARIES = [
  vocabulary(
    'A state of a resource',
    states,
    wordOf,
    (word) => own(STATE_HELP, word) ?? (outstandingIn(word) === undefined ? HELP.inState : HELP.wait),
  ),
  vocabulary('The result of an inspection', APPROVAL_WORDS, same, HELP.inState),
  vocabulary('A risk of a change', RISK_WORDS, english, (word) => RISK_HELP[word] ?? HELP.allow),
  vocabulary('A risk of a test send', SEND_RISK_WORDS, same, HELP.allowSend),
  vocabulary('An action of a plan', ACTION_WORDS, ({ todo }) => todo, HELP.changes),
  vocabulary('The reason of a change in a plan', REASON_WORDS, same, HELP.changes),
  vocabulary('How a change of `apply` ended', OUTCOME_WORDS, wordOf, HELP.left),
  vocabulary('How `status` compares a resource with its manifest', VERDICT_WORDS, wordOf, HELP.details),
  vocabulary(
    'A group of `status`',
    GROUP_WORDS,
    same,
    (word) => own(STATE_HELP, own(GROUP_STATES, word) ?? '') ?? HELP.inGroup,
  ),
  vocabulary('How a send ended', SEND_WORDS, wordOf, HELP.message),
];

/** Every word that plans, receipts, `status` and sends print. */
export const printedWords: readonly string[] = [...new Set(VOCABULARIES.flatMap(({ words }) => words))];

/**
 * The page of a word that commands print, with a part for each meaning. A word with which the Korean name of a state begins stands
 * for that state: `반려`. Undefined if no command prints the word.
 */
export function wordExplanation(given: string): Explanation | undefined {
  const word =
    printedWords.find((one) => one.toLowerCase() === given.toLowerCase()) ??
    Object.keys(states).find((one) => /[가-힣]/.test(given) && states[one]?.word.ko.startsWith(given));
  if (word === undefined) return undefined;
  return { code: word, parts: VOCABULARIES.flatMap(({ explain }) => explain(word)) };
}
