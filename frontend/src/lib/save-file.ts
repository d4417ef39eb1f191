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
