/** Delay after the last change. */
const SAVE_AFTER_MS = 1_000;
/** Maximum delay while the user types without a pause: with the network time, typed text is safe within two seconds. */
const SAVE_AT_LEAST_MS = 1_750;
const RETRY_FIRST_MS = 2_000;
const RETRY_CEILING_MS = 30_000;

/** Decides when a draft under edit is saved next. */
export class AutosaveTimer {
  private firstChangeAt: number | null = null;
  private failures = 0;

  /** Whether the last save failed. */
  get hasFailed(): boolean {
    return this.failures > 0;
  }

  /** Records a change. @returns the milliseconds to wait from now */
  changed(): number {
    this.firstChangeAt ??= Date.now();
    if (this.failures > 0) return Math.min(RETRY_CEILING_MS, RETRY_FIRST_MS * 2 ** (this.failures - 1));
    return Math.max(0, Math.min(SAVE_AFTER_MS, this.firstChangeAt + SAVE_AT_LEAST_MS - Date.now()));
  }

  /** Records that all changes are being sent or were undone. */
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
