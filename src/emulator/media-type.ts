/** The media type of a `Content-Type`, and its charset where it names one, in lower case. */
export function mediaType(header: string | undefined): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replaceAll('"', '') };
}

/** True if a request may carry JSON for us: `application/json`, in UTF-8 (resource API 2.1, message API 2.1). */
export function isJsonRequest(header: string | undefined): boolean {
  const { type, charset } = mediaType(header);
  return type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}
