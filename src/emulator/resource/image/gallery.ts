import { crc32, deflateSync } from 'node:zlib';
import type { Files } from '../../../core/ports.ts';
import type { Context } from '../../context.ts';
import { ownPath } from '../../defaults.ts';
import { KeptBytes } from '../kept-bytes.ts';
import type { ImageUse, Measured, UploadedImage } from './rules.ts';

export const IMAGE_PATH = '/images';

/** Uploaded images. Their records are in the store, and their bytes beside the data file (or in memory without one). */
export class Gallery {
  readonly bytes: KeptBytes;
  readonly #context: Context;

  constructor(context: Context, files: Files, folder: string | undefined) {
    this.#context = context;
    this.bytes = new KeptBytes(files, folder);
  }

  /** Stores an image and returns a new URL for it. */
  async keep(bytes: Uint8Array, use: UploadedImage['use'], measured: Measured): Promise<string> {
    const { id } = await this.take(bytes, use, measured);
    return `${this.#context.url()}${IMAGE_PATH}/${id}`;
  }

  async take(bytes: Uint8Array, use: UploadedImage['use'], measured: Measured): Promise<UploadedImage> {
    const { store, clock, random } = this.#context;
    const digest = await this.bytes.keep(bytes);
    const image: UploadedImage = {
      id: `${random.hex(12)}.${measured.type}`,
      use,
      sha256: digest,
      size: bytes.byteLength,
      uploadedAt: clock.now(),
      ...measured,
    };
    store.images.put(image);
    return image;
  }

  async read(id: string): Promise<{ image: UploadedImage; bytes: Uint8Array } | undefined> {
    const image = this.#context.store.images.get(id);
    if (image === undefined) return undefined;
    if (image.sha256 === null) return { image, bytes: drawBlank(image.width, image.height) };
    const bytes = await this.bytes.read(image.sha256);
    return bytes && { image, bytes };
  }

  clear(): Promise<void> {
    return this.bytes.clear(this.#context.saved);
  }
}

/** The uploaded image of a URL. Only the path counts, because the port may have changed. */
export function uploadedImage(context: Context, url: string): UploadedImage | undefined {
  const path = ownPath(url);
  return path?.startsWith(`${IMAGE_PATH}/`) ? context.store.images.get(path.slice(IMAGE_PATH.length + 1)) : undefined;
}

export function uploadedFor(context: Context, url: string, use: ImageUse): UploadedImage | undefined {
  const image = uploadedImage(context, url);
  return image?.use === use ? image : undefined;
}

/** A PNG of one grey, for images without bytes. */
export function drawBlank(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Two bits a pixel, each a grey.
  header.writeUInt8(2, 8);
  const row = Buffer.alloc(1 + Math.ceil(width / 4), LIGHT_GREY);
  // A row begins with its filter: none.
  row.writeUInt8(0);
  const rows = deflateSync(Buffer.alloc(height * row.length, row));
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  const none = Buffer.alloc(0);
  return Uint8Array.from(Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', none)]));
}

/** Four pixels. */
const LIGHT_GREY = 0b10101010;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
