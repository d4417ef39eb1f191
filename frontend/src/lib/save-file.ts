/** The browser has taken the address by then, ms. */
const RELEASE_AFTER_MS = 100;

/** Gives somebody a file of what the page holds, as a download of that name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS);
}
