/** Characters that RFC 8187 requires to be encoded but `encodeURIComponent` leaves unencoded. */
const LEFT = /['()*]/g;

/**
 * Returns a Content-Disposition header (RFC 6266) for a file name in any script: in ASCII for old clients, and in full as `filename*` if
 * the two differ.
 */
export function disposition(type: 'attachment' | 'inline', filename: string): string {
  const ascii = filename
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]+/g, '_')
    .replaceAll(/["\\%]/g, '_');
  const full = encodeURIComponent(filename.toWellFormed()).replaceAll(LEFT, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${type}; filename="${ascii}"${ascii === filename ? '' : `; filename*=UTF-8''${full}`}`;
}
