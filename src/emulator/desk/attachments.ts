import type { Hono } from 'hono';
import type { Bindings } from '../bindings.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import type { ConsentProof } from '../resource/entities.ts';
import { servedAs } from '../resource/file-types.ts';
import type { Attachment, Template } from '../resource/template/template.ts';
import { deskHeaders, SANDBOX_POLICY } from './html.ts';
import type { FileLink } from './parts.ts';

const ATTACHMENT_PATH = `${CONTROL_PATH}/desk/attachment`;
const PROOF_PATH = `${CONTROL_PATH}/desk/proof`;

/** Serves attachments of inspection requests, and proofs of consent. */
export function mountAttachments(app: Hono<Bindings>, machine: Machine): void {
  app.get(ATTACHMENT_PATH, async ({ req }) => {
    const [senderKey = '', code = ''] = [req.query('senderKey'), req.query('code')];
    const [sha256, name] = [req.query('sha256'), req.query('name')];
    const files = machine.store.templates.of(senderKey, code)?.comments.flatMap(({ attachment }) => attachment) ?? [];
    const file = files.find((one) => one.sha256 === sha256 && one.name === name);
    return served(file, file && (await machine.attachments.read(file.sha256)));
  });
  app.get(PROOF_PATH, async ({ req }) => {
    const file = machine.store.profiles.get(req.query('senderKey') ?? '')?.consent;
    return served(file, file ? await machine.gallery.bytes.read(file.sha256) : undefined);
  });
}

/** The link of a template's attachment. */
export function attachmentLink(
  { senderKey, templateCode: code }: Pick<Template, 'senderKey' | 'templateCode'>,
  { name, size, sha256 }: Attachment,
): FileLink {
  const query = new URLSearchParams({ senderKey, code, sha256, name });
  return { name, size, address: `${ATTACHMENT_PATH}?${query}` };
}

/** The link of a profile's proof of consent. */
export function proofLink(senderKey: string, { name, size }: ConsentProof): FileLink {
  return { name, size, address: `${PROOF_PATH}?${new URLSearchParams({ senderKey })}` };
}

/** Images and PDFs are shown, other types are downloads. Nothing in them is executed. */
function served(file: { name: string } | null | undefined, bytes: Uint8Array | undefined): Response {
  if (!file || bytes === undefined) {
    const words = 'This file is not in the emulator. Request the inspection again to open its files.\n';
    return new Response(words, { status: 404, headers: deskHeaders('text/plain; charset=utf-8', SANDBOX_POLICY) });
  }
  const { type, isShown } = servedAs(file.name);
  // Of the signs that `encodeURIComponent` leaves, RFC 8187 has no place for these.
  const name = encodeURIComponent(file.name).replace(/['()*]/g, '_');
  const disposition = `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`;
  const headers = { ...deskHeaders(type, SANDBOX_POLICY), 'content-disposition': disposition };
  return new Response(Uint8Array.from(bytes), { headers });
}
