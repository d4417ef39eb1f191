/** Small named choices stored in this browser; without storage they last as long as the page. */
const inMemory = new Map<string, string>();

export function readStoredChoice(name: string): string | null {
  if (inMemory.has(name)) return inMemory.get(name)!;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param value null to remove the choice */
export function writeStoredChoice(name: string, value: string | null): void {
  inMemory.delete(name);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    if (value !== null) inMemory.set(name, value);
  }
}
