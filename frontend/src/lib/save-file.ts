/** Delay after which the object URL can be revoked, ms. */
const RELEASE_AFTER_MS = 100;

/** Downloads a blob of the page as a file with that name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS);
}

/**
 * Returns the file name in a Content-Disposition header (RFC 6266), the extended one if there are two; null when there is none or it is a
 * path.
 */
export function fileNameIn(header: string | null): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '') ?? [];
  const name = encoded === undefined ? /filename="([^"]+)"/.exec(header ?? '')?.[1] : decoded(encoded);
  return name === undefined || name === null || /[/\\]/.test(name) ? null : name;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
