/** `yyyyMMddHHmmss`, in Korean time (assumption 30), as milliseconds since the epoch; NaN where it is no such time. */
export function koreanTime(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!parts) return Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`);
}
