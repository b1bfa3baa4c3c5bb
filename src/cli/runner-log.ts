import type { Redaction } from '../text/redaction.ts';

/** The format of a result on stdout. `text` is for people, `workflow` has commands for GitHub's runner, the others are for programs. */
export type ResultFormat = 'text' | 'workflow' | 'json' | 'xml' | 'markdown' | 'csv';

/** An invisible character that breaks up the marks of a command. The runner does not trim it. */
const JOINER = '\u2060';

/**
 * Returns a result in which the runner of a GitHub job finds no command. It obeys `::command::` at the begin of a line, after blanks,
 * and `##[command]` anywhere in it. JSON and XML have no line that begins with `::`; they escape `#` and stay valid.
 */
export function withoutCommands(text: string, format: ResultFormat): string {
  if (format === 'workflow') return text;
  if (format === 'json') return text.replaceAll('##[', '#\\u0023[');
  if (format === 'xml') return text.replaceAll('##[', '#&#35;[');
  return unheard(text);
}

/**
 * Text that the runner takes no command from. Colours in front of `::` are taken for nothing, to be on the safe side. For `^` a line
 * also begins after U+2028 and U+2029, so no match goes over one: each character would be looked at once for every line.
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
