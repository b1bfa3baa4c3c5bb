import { own } from '../../../core/json.ts';
import { length } from '../../../core/variables.ts';
import { type Refused, refuse, result } from '../../answers.ts';
import { CHANNEL_ADD_NAME, MAX_BUTTONS, MAX_BUTTONS_BESIDE_QUICK_REPLIES } from './rules.ts';
import type { Button, TemplateContent } from './shape.ts';
import { serviceStatus } from './states.ts';
import type { Template } from './store.ts';

/** The notice of 36 characters that a conversion appends to the body (assumption 10). */
export const CHANNEL_ADD_NOTICE = '채널 추가하고 이 채널의 광고와 마케팅 메시지를 이 메신저로 받기';

/** Longest body in code points, including the notice (resource API 3; assumption 51). */
const CONTENT_MAX = 964;

const converted: Record<string, string> = { BA: 'AD', EX: 'MI' };

const channelAdd: Button = {
  name: CHANNEL_ADD_NAME,
  linkType: 'AC',
  linkMo: null,
  linkPc: null,
  linkAnd: null,
  linkIos: null,
  pluginId: null,
  telNumber: null,
};

/** The content after `convertAddCh`, or a refusal (resource API 3). "Normal state" means ACT (assumption 18). */
export function convert(template: Template): TemplateContent | Refused {
  const { content } = template;
  const type = own(converted, content.templateMessageType);
  if (type === undefined) return refuse(result.state, 'only a template of type BA or EX can be converted');
  if (serviceStatus(template) !== 'ACT')
    return refuse(result.state, 'only a template in its normal state can be converted');
  if (content.buttons.length >= MAX_BUTTONS) return refuse(result.buttons, 'the template has 5 buttons already');
  if (content.quickReplies.length > 0 && content.buttons.length >= MAX_BUTTONS_BESIDE_QUICK_REPLIES) {
    return refuse(result.buttons, 'the template has quick replies and 2 buttons already');
  }
  const written = content.templateContent + CHANNEL_ADD_NOTICE;
  if (length(written) > CONTENT_MAX)
    return refuse(result.bodyTooLong, `the body may have ${CONTENT_MAX} characters with the channel-add notice`);
  return {
    ...content,
    templateMessageType: type,
    templateContent: written,
    buttons: [channelAdd, ...content.buttons],
  };
}
