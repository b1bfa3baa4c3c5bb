/** What the service is asked with: wire words of the resource API 2.2, as requests carry them. */

export interface RequestLink {
  linkAnd?: string;
  linkMo?: string;
  linkIos?: string;
  linkPc?: string;
}

export interface RequestButton extends RequestLink {
  name: string;
  linkType: string;
  pluginId?: string;
  telNumber?: string;
}

export interface RequestQuickReply extends RequestLink {
  name: string;
  linkType: string;
}

export interface RequestItem {
  title: string;
  description: string;
}

/** The body of `template.add`, without what every call carries. */
export interface TemplateRequest {
  /** Made by the service where it is left out. */
  templateCode?: string;
  templateName: string;
  templateMessageType: 'BA' | 'EX' | 'AD' | 'MI';
  templateEmphasizeType: 'NONE' | 'TEXT' | 'IMAGE' | 'ITEM_LIST';
  templateContent: string;
  templatePreviewMessage?: string;
  templateExtra?: string;
  templateImageName?: string;
  templateImageUrl?: string;
  templateTitle?: string;
  templateSubtitle?: string;
  templateHeader?: string;
  templateItemHighlight?: { title?: string; description?: string; imageUrl?: string };
  templateItem?: { list?: RequestItem[]; summary?: Partial<RequestItem> };
  templateRepresentLink?: RequestLink;
  categoryCode: string;
  securityFlag?: boolean;
  buttons?: RequestButton[];
  quickReplies?: RequestQuickReply[];
}
