/** After the last change. */
const SAVE_AFTER_MS = 1_000;
/** Somebody who never pauses is saved this often: with the way to the server, what is typed is safe within two seconds. */
const SAVE_AT_LEAST_MS = 1_750;
const RETRY_FIRST_MS = 2_000;
const RETRY_CEILING_MS = 30_000;

/** When something that is being changed should next be saved. */
export class SavePace {
  private firstChangeAt: number | null = null;
  private failures = 0;

  /** Whether the last save did not get through. */
  get hasFailed(): boolean {
    return this.failures > 0;
  }

  /** It was changed. @returns the milliseconds to wait from now */
  changed(): number {
    this.firstChangeAt ??= Date.now();
    if (this.failures > 0) return Math.min(RETRY_CEILING_MS, RETRY_FIRST_MS * 2 ** (this.failures - 1));
    return Math.max(0, Math.min(SAVE_AFTER_MS, this.firstChangeAt + SAVE_AT_LEAST_MS - Date.now()));
  }

  /** All changes are on their way, or undone. */
  rested(): void {
    this.firstChangeAt = null;
  }

  failed(): void {
    this.failures += 1;
  }

  succeeded(): void {
    this.failures = 0;
  }
}
