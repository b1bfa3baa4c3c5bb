/** A classification of sends for statistics (resource API 2.3), of one profile or group. */
export interface GroupTag {
  senderKey: string;
  groupTagKey: string;
  groupTagName: string;
  createdAt: number;
}
