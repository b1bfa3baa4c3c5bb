export type ImageUse = 'notification/template' | 'notification/send' | 'notification/highlight';

export interface UploadedImage {
  id: string;
  use: ImageUse;
  type: 'png' | 'jpg';
  sha256: string;
  size: number;
  width: number;
  height: number;
  uploadedAt: number;
}
