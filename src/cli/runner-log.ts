import type { Redaction } from '../text/redaction.ts';

/** The format of a result on stdout. `text` is for people, `workflow` has commands for GitHub's runner, the others are for programs. */
export type ResultFormat = 'text' | 'workflow' | 'json' | 'xml' | 'markdown' | 'csv';

/**
 * The runner of a GitHub job reads both streams of a step line by line. It obeys `::command::` at the begin of a line, after
 * blanks, and `##[command]` anywhere in it. Colours in front are taken for nothing here, to be on the safe side. For `^` a line
 * also begins after U+2028 and U+2029, so no match goes over one: each character would be looked at once for every line.
 */
const COMMAND = /##\[|^[^\p{L}\p{N}\r\n\u2028\u2029]*::/mu;

/** An invisible character that breaks up the marks of a command. The runner does not trim it. */
const JOINER = '\u2060';

/**
 * Returns a result in which the runner finds no command. A text with a command is enclosed in stop-commands. Documents for programs
 * stay valid: JSON and XML escape `#`, and the others get an invisible character.
 * @param token a word that cannot be guessed
 */
export function enclosed(text: string, format: ResultFormat, token: string): string {
  switch (format) {
    case 'workflow':
      return text;
    case 'json':
      return text.replaceAll('##[', '#\\u0023[');
    case 'xml':
      return text.replaceAll('##[', '#&#35;[');
    case 'markdown':
    case 'csv':
      return unheard(text);
    case 'text':
      return COMMAND.test(text) ? `::stop-commands::${token}\n${text.replace(/\n$/, '')}\n::${token}::\n` : text;
  }
}

/**
 * Text for stderr that the runner takes no command from. It reads stderr and stdout at the same time, so the end of an enclosure
 * on one of them could open the other too early.
 */
export function unheard(text: string): string {
  return text.replaceAll('##[', `##${JOINER}[`).replace(/^([^\p{L}\p{N}\r\n\u2028\u2029]*?)::/gmu, `$1${JOINER}::`);
}

/** Removes secrets once more before output. In a document for programs it changes only texts, so the document stays valid. */
export function withoutSecrets(text: string, format: ResultFormat, redaction: Redaction): string {
  const hidden = redaction.withoutSecrets(text);
  if (hidden === text) return text;
  if (format === 'json') {
    return text.replace(/"(?:[^"\\]|\\.)*"/g, (token) => {
      const value = JSON.parse(token) as string;
      const cleaned = redaction.withoutSecrets(value);
      return cleaned === value ? token : JSON.stringify(cleaned);
    });
  }
  if (format === 'xml') return text.replace(/"[^"]*"|>[^<]*</g, (part) => redaction.withoutSecrets(part));
  return hidden;
}
