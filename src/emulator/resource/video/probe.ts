/** Where the fields of a movie header are: version and flags, two dates, time scale, duration (ISO 14496-12). */
const HEADER = { short: { scale: 12, duration: 16, end: 20 }, long: { scale: 20, duration: 24, end: 32 } };

/** The duration of a video of the MP4 family, in seconds to the millisecond; 0 if unknown. Undefined if it is no such video. */
export function durationOf(bytes: Uint8Array): number | undefined {
  const video = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, isFirst = true; at + 8 <= video.byteLength; isFirst = false) {
    const type = video.toString('latin1', at + 4, at + 8);
    if (isFirst && type !== 'ftyp') return undefined;
    const short = video.readUInt32BE(at);
    const isLong = short === 1;
    if (isLong && at + 16 > video.byteLength) return isFirst ? undefined : 0;
    const head = isLong ? 16 : 8;
    // Size 0 is a box up to the end.
    const size = isLong ? Number(video.readBigUInt64BE(at + 8)) : short || video.byteLength;
    if (type === 'mvhd' && size >= head) return headerDuration(video.subarray(at + head));
    if (size < head) return 0;
    at += type === 'moov' ? head : size;
  }
  return video.byteLength < 8 ? undefined : 0;
}

function headerDuration(header: Buffer): number {
  const isLong = header[0] === 1;
  const { scale: at, duration, end } = isLong ? HEADER.long : HEADER.short;
  if (header.byteLength < end) return 0;
  const scale = header.readUInt32BE(at);
  const units = isLong ? header.readBigUInt64BE(duration) : BigInt(header.readUInt32BE(duration));
  const isUnknown = scale === 0 || units === (isLong ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn);
  return isUnknown ? 0 : Math.round((Number(units) / scale) * 1000) / 1000;
}
