/** A tag that classifies sends for statistics (resource API 2.3). It belongs to one profile or group. */
export interface GroupTag {
  senderKey: string;
  groupTagKey: string;
  groupTagName: string;
  createdAt: number;
}
