/** The import this tab waits for, so that a reload of the page does not lose sight of it. */
const keyOf = (userId: string): string => `import:${userId}`;

/** The run of an import that has not ended, as far as this tab knows; null: none. */
export function runningImport(userId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}

/** Remembers the run of an import; null: it has ended. */
export function rememberImport(userId: string, taskId: string | null): void {
  try {
    if (taskId === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), taskId);
  } catch {
    // without storage the progress lasts until the page is left
  }
}
