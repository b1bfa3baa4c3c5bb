import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { PublicTemplate } from '../store/template.ts';
import type { SeedTemplate } from './seed.ts';
import { isFlag, isListOf, isOneOf, isText, type Shape, type Test } from './shapes.ts';

/** Seeds as a control request brings them: held against no rule of the service, but of the right types, so that they can be kept. */

const isMoment: Test = (value) => typeof value === 'number';
/** Members that are there have to fit; null is as good as none. */
const isShaped =
  (shape: Record<string, Test>): Test =>
  (value) =>
    isObject(value) && misfit(value, shape) === undefined;

/** The name of the first member that is not as the shape has it. */
function misfit(value: JsonObject, shape: Record<string, Test>): string | undefined {
  return Object.keys(shape).find((name) => {
    const member = value[name] ?? null;
    return member !== null && shape[name]?.(member) === false;
  });
}

const links = { linkMo: isText, linkPc: isText, linkAnd: isText, linkIos: isText };
const button = isShaped({ name: isText, linkType: isText, ...links, pluginId: isText, telNumber: isText });
const titled = isShaped({ title: isText, description: isText });
const comment = isShaped({ content: isText, status: isText, userName: isText, at: isMoment });

const templateShape: Shape<SeedTemplate> = {
  profile: isText,
  templateCode: isText,
  templateName: isText,
  templateMessageType: isText,
  templateEmphasizeType: isText,
  templateContent: isText,
  templatePreviewMessage: isText,
  templateExtra: isText,
  templateImageName: isText,
  templateImageUrl: isText,
  templateTitle: isText,
  templateSubtitle: isText,
  templateHeader: isText,
  templateItemHighlight: isShaped({ title: isText, description: isText, imageUrl: isText }),
  templateItem: isShaped({ list: isListOf(titled), summary: titled }),
  templateRepresentLink: isShaped(links),
  categoryCode: isText,
  securityFlag: isFlag,
  buttons: isListOf(button),
  quickReplies: isListOf(button),
  inspectionStatus: isOneOf('REG', 'REQ', 'REJ', 'APR'),
  status: isOneOf('S', 'A', 'R'),
  block: isFlag,
  dormant: isFlag,
  createdAt: isMoment,
  modifiedAt: isMoment,
  comments: isListOf(comment),
};

const publicShape: Shape<PublicTemplate> = {
  templateCode: isText,
  templateName: isText,
  status: isOneOf('S', 'A', 'R'),
  categoryCode: isText,
  releasedAt: isMoment,
  previewImageUrl: isText,
};

/** The seeds of a control request; a sentence for the first thing that is wrong. */
export function readSeeds(body: JsonObject): { templates: SeedTemplate[]; publicTemplates: PublicTemplate[] } | string {
  const { templates = [], publicTemplates = [] } = body;
  if (!Array.isArray(templates)) return 'templates must be an array';
  if (!Array.isArray(publicTemplates) || !publicTemplates.every(isObject))
    return 'publicTemplates must be an array of objects';
  const unnamed = templates.findIndex(
    (seed) => !isObject(seed) || !isText(seed['profile'] ?? null) || !isText(seed['templateCode'] ?? null),
  );
  if (unnamed >= 0) return `templates[${unnamed}] needs profile and templateCode`;
  const wrong =
    misfits('templates', templates, templateShape) ?? misfits('publicTemplates', publicTemplates, publicShape);
  if (wrong !== undefined) return wrong;
  // The boundary of the control API: each member was tested above.
  return {
    templates: templates as unknown as SeedTemplate[],
    publicTemplates: publicTemplates as unknown as PublicTemplate[],
  };
}

function misfits(list: string, seeds: readonly Json[], shape: Record<string, Test>): string | undefined {
  for (const [index, seed] of seeds.entries()) {
    const name = isObject(seed) ? misfit(seed, shape) : undefined;
    if (name !== undefined) return `${list}[${index}].${name} is not as it must be`;
  }
  return undefined;
}
