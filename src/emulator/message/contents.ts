import type { MessageError } from '../answers.ts';
import type { Context } from '../context.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import { type Shape, unknownMembers } from '../shape.ts';
import { checkBrand } from './brand/payload.ts';
import { brandShape } from './brand/shape.ts';
import type { Bubble } from './message.ts';
import { isNotificationType, isTextType } from './message-types.ts';
import { checkNotification, notificationShape } from './notification/payload.ts';
import { checkRcs, rcsShape } from './rcs/payload.ts';
import { loadEucKr } from './text/euc-kr.ts';
import { checkText, textShape } from './text/payload.ts';

/** What is wrong with the content of a type, in itself (message API 2.5 to 2.10). `path` is where it stands. */
export async function checkContent(
  context: Context,
  { type, content }: Bubble,
  path: string,
): Promise<MessageError | undefined> {
  if (isTextType(type)) return checkText(context, type, content, `${path}.`, await loadEucKr());
  if (isNotificationType(type)) return checkNotification(content, `${path}.`);
  if (isBrandType(type)) return checkBrand(type, content, `${path}.`, context.wire.couponScheme);
  // What ntalk holds is not shown, and so every object will do (assumption 96).
  return type === 'rcs' ? checkRcs(content, `${path}.`) : undefined;
}

/** The paths of what a content holds beyond the documents. */
export async function unknownContent({ type, content }: Bubble, path: string): Promise<string[]> {
  const unknown = (shape: Shape): string[] => unknownMembers(content, shape, `${path}.`);
  if (isTextType(type)) return unknown(textShape(type, await loadEucKr()));
  if (isNotificationType(type)) return unknown(notificationShape);
  if (isBrandType(type)) return unknown(brandShape(type));
  return type === 'rcs' ? unknown(rcsShape) : [];
}
