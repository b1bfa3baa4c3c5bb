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

/** The body of `template.update`: the code says which, `newTemplateCode` changes it. */
export interface TemplateUpdate extends TemplateRequest {
  templateCode: string;
  newTemplateCode?: string;
}

/** Filters of `template.list`; page counts from 1. */
export interface TemplateQuery {
  page?: number;
  count?: number;
  /** 2 to 50 characters. */
  keyword?: string;
  /** yyyyMMddHHmmss */
  startDate?: string;
  endDate?: string;
  templateStatus?: 'REG' | 'REQ' | 'REJ' | 'STP' | 'RDY' | 'ACT' | 'DMT' | 'BLK';
  categoryCodeList?: string[];
}

/** Filters of `template.publicList`. */
export interface PublicTemplateQuery {
  /** yyyyMMddHHmmss; the service takes one day before the request where it is left out. */
  since?: string;
  page?: number;
  count?: number;
}

/** Bytes to upload, with the name that the service is told. */
export interface Upload {
  name: string;
  bytes: Uint8Array;
}
