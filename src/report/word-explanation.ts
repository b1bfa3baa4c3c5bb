import { own } from '../core/json.ts';
import { states } from '../kinds/registry.ts';
import type { Explanation } from './explanation.ts';
import { OUTCOME_WORDS, SEND_WORDS, VERDICT_WORDS } from './outcome-words.ts';
import type { StatusGroup } from './status-groups.ts';
import { ACTION_WORDS, REASON_WORDS, RISK_WORDS, waitsWord } from './words.ts';

/** What to do about a state that needs more than a look at `status`. */
const STATE_HELP: Readonly<Record<string, string>> = {
  REG: 'Run `notiform apply`: it requests the inspection',
  REJ: 'Read the comment in `notiform status`, change the manifest and run `notiform apply`',
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

/** What the words that commands print are, each with its meaning and what to do. */
const VOCABULARIES: readonly {
  is: string;
  means: (word: string) => string | undefined;
  help: (word: string) => string;
}[] = [
  {
    is: 'A state of a resource',
    means: (word) => own(states, word)?.word.en,
    help: (word) => {
      const waitsFor = own(states, word)?.waitsFor;
      const waiting = waitsFor && `Wait for ${waitsWord(waitsFor)} with \`notiform wait\``;
      return own(STATE_HELP, word) ?? waiting ?? 'Run `notiform status` to see the resources in this state';
    },
  },
  {
    is: 'A risk of a change',
    means: (word) => own(RISK_WORDS, word)?.en,
    help: (word) =>
      word === 'resubmits'
        ? 'Allow it with `--resubmit ADDRESS`'
        : `Allow it with \`--allow ${word}\`, or for every run with \`guard.allow\` of notiform.yaml`,
  },
  {
    is: 'An action of a plan',
    means: (word) => own(ACTION_WORDS, word)?.todo.en,
    help: () => 'Run `notiform plan -v` to see each change',
  },
  {
    is: 'The reason of a change in a plan',
    means: (word) => own(REASON_WORDS, word)?.en,
    help: () => 'Run `notiform plan -v` to see each change',
  },
  {
    is: 'How a change of `apply` ended',
    means: (word) => own(OUTCOME_WORDS, word)?.word,
    help: () => 'Run `notiform plan` to see what is left to do',
  },
  {
    is: 'How `status` compares a resource with its manifest',
    means: (word) => own(VERDICT_WORDS, word)?.word,
    help: () => 'Run `notiform status ADDRESS` to see the details',
  },
  {
    is: 'A group of `status`',
    means: (word) => own(GROUP_WORDS, word),
    help: () => 'Run `notiform status` to see the resources of this group',
  },
  {
    is: 'How a send ended',
    means: (word) => own(SEND_WORDS, word)?.word,
    help: () => 'Run `notiform report KEY` to see the message',
  },
];

/** Every word that plans, receipts, `status` and sends print. */
export const printedWords: readonly string[] = [
  ...new Set(
    [states, RISK_WORDS, ACTION_WORDS, REASON_WORDS, OUTCOME_WORDS, VERDICT_WORDS, GROUP_WORDS, SEND_WORDS].flatMap(
      (words) => Object.keys(words),
    ),
  ),
];

/** The page of a word that commands print, with a part for each meaning. Undefined if no command prints it. */
export function wordExplanation(given: string): Explanation | undefined {
  const word = printedWords.find((one) => one.toLowerCase() === given.toLowerCase());
  if (word === undefined) return undefined;
  const parts = VOCABULARIES.flatMap(({ is, means, help }) => {
    const meaning = means(word);
    return meaning === undefined ? [] : [{ what: `${is}: ${meaning}`, help: help(word) }];
  });
  return { code: word, parts };
}
