import type { TemplateContent } from '../../src/emulator/resource/template/template.ts';

/** A template that is its text alone. */
export const plainContent: TemplateContent = {
  templateName: '안내',
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '#{이름}님, 안녕하세요.',
  templatePreviewMessage: null,
  templateExtra: null,
  templateImageName: null,
  templateImageUrl: null,
  templateTitle: null,
  templateSubtitle: null,
  templateHeader: null,
  templateItemHighlight: null,
  templateItem: null,
  templateRepresentLink: null,
  categoryCode: '001001',
  securityFlag: false,
  buttons: [],
  quickReplies: [],
};
