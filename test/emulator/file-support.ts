import type { JsonObject } from '../../src/core/json.ts';
import { type Bench, objectOf } from './support.ts';

interface Upload {
  bytes: Uint8Array<ArrayBuffer>;
  name?: string;
  account?: string | null;
  field?: string;
}

/** `POST /v2/file` with a fresh token. */
export async function uploadFile(bench: Bench, upload: Upload): Promise<{ status: number; body: JsonObject }> {
  const { bytes, name = 'image.jpg', account = 'emulator', field = 'file' } = upload;
  const form = new FormData();
  if (account !== null) form.set('account', account);
  form.set(field, new Blob([bytes]), name);
  return postForm(bench, form);
}

async function postForm(bench: Bench, form: FormData): Promise<{ status: number; body: JsonObject }> {
  const response = await fetch(`${bench.url}/v2/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await bench.token()}` },
    body: form,
  });
  return { status: response.status, body: objectOf(await response.json()) };
}
