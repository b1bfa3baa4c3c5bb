import { type ChangeObject, diffArrays } from 'diff';
import { segmentsOf } from '../../core/graphemes.ts';
import type { Button, TemplateContent } from '../store/template.ts';
import type { Change, Piece } from './views.ts';

/** Comparing longer than this is given up: both texts are then shown whole. In milliseconds. */
const PATIENCE_MS = 100;

const words = new Intl.Segmenter('ko', { granularity: 'word' });

/** What a template says, text by text, for comparison. */
function textsOf(content: TemplateContent): Map<string, string> {
  const { templateItemHighlight: highlight, templateItem: item, templateRepresentLink: link } = content;
  return new Map([
    ['Name', content.templateName],
    ['Message type', content.templateMessageType],
    ['Emphasis', content.templateEmphasizeType],
    ['Category', content.categoryCode],
    ['Title', content.templateTitle ?? ''],
    ['Subtitle', content.templateSubtitle ?? ''],
    ['Header', content.templateHeader ?? ''],
    ['Image', content.templateImageName ?? ''],
    ['Highlight', linesOf([highlight?.title, highlight?.description])],
    ['Items', linesOf((item?.list ?? []).map(({ title, description }) => `${title}: ${description}`))],
    ['Summary', item?.summary ? `${item.summary.title}: ${item.summary.description}` : ''],
    ['Body', content.templateContent],
    ['Extra', content.templateExtra ?? ''],
    ['Preview message', content.templatePreviewMessage ?? ''],
    ['Security', content.securityFlag ? 'yes' : 'no'],
    ['Link', linesOf([link?.linkMo, link?.linkPc, link?.linkAnd, link?.linkIos])],
    ['Buttons', content.buttons.map(buttonText).join('\n')],
    ['Quick replies', content.quickReplies.map(buttonText).join('\n')],
  ]);
}

function linesOf(texts: readonly (string | null | undefined)[]): string {
  return texts.filter((text) => text).join('\n');
}

function buttonText(button: Button): string {
  const { linkMo, linkPc, linkAnd, linkIos, telNumber, pluginId } = button;
  const links = [linkMo, linkPc, linkAnd, linkIos, telNumber, pluginId].filter((text) => text);
  return [`${button.name} (${button.linkType})`, ...links].join(' ');
}

/** The texts of a template that differ, word by word; image addresses are new at every upload and are no difference. */
export function changesBetween(before: TemplateContent, after: TemplateContent): Change[] {
  const earlier = textsOf(before);
  return [...textsOf(after)].flatMap(([name, text]) => {
    const old = earlier.get(name) ?? '';
    return old === text ? [] : [{ name, pieces: piecesOf(old, text) }];
  });
}

function piecesOf(before: string, after: string): Piece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: PATIENCE_MS });
  const whole: Piece[] = [
    { side: 'before', text: before },
    { side: 'after', text: after },
  ];
  return (changes?.map(pieceOf) ?? whole).filter(({ text }) => text !== '');
}

function pieceOf({ added, removed, value }: ChangeObject<string[]>): Piece {
  return { side: added ? 'after' : removed ? 'before' : 'both', text: value.join('') };
}

function wordsOf(text: string): string[] {
  return segmentsOf(words, text);
}
