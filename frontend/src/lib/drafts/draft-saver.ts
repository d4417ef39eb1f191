import { ApiError } from '#frontend/lib/api-error.ts';
import type { StoredDraft, SaverOptions, SaverState } from './saver-state.ts';

/** Delay after the last change. */
const SAVE_AFTER_MS = 1_000;
/** Maximum delay while the user types without a pause. Together with the network time, typed text is safe within two seconds. */
const SAVE_AT_LEAST_MS = 1_750;
const RETRY_FIRST_MS = 2_000;
const RETRY_CEILING_MS = 30_000;

/** Decides when the draft being edited is saved next. */
class AutosaveTimer {
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

/** Saves a draft during editing: soon after the last change, one call at a time, with retries while the connection is down. */
export class DraftSaver<Draft, Answer extends { readonly version: number }> {
  private readonly options: SaverOptions<Draft, Answer>;
  private draft: Draft;
  private saved: Draft;
  private version: number;
  private state: SaverState<Draft>;
  /** Drafts sent without an answer; the server may have stored one of them. */
  private readonly unanswered = new Set<Draft>();
  private readonly pace = new AutosaveTimer();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private underway: Promise<void> | null = null;
  private isStopped = false;

  constructor(options: SaverOptions<Draft, Answer>) {
    this.options = options;
    this.state = options.state;
    ({ draft: this.draft, saved: this.saved, version: this.version } = options.start);
    if (this.isDirty()) this.schedule();
  }

  /** Whether the screen shows changes that the server has not stored. */
  isDirty(): boolean {
    return !this.options.isSame(this.saved, this.draft);
  }

  /** The version that the draft on screen is based on. */
  get baseVersion(): number {
    return this.version;
  }

  /** Sets the current draft. */
  change(draft: Draft): void {
    if (draft === this.draft) return;
    this.draft = draft;
    this.keep();
    this.schedule();
  }

  /** Applies the server's state. @returns the draft to show when it is new and does not conflict with local changes */
  reconcile(theirs: StoredDraft<Draft>): Draft | null {
    return theirs.version <= this.version || this.state.kind === 'over' ? null : this.compareVersions(theirs);
  }

  /** Fetches and applies the server's state. @throws ApiError */
  async refetch(): Promise<Draft | null> {
    return this.reconcile(await this.options.ask());
  }

  /** Whether the user has to choose between this draft and the server's. */
  hasConflict(): boolean {
    return this.state.kind === 'conflict';
  }

  /** Resolves a conflict with the local draft, based on the server's version. */
  keepMine(): void {
    if (!this.state.conflict) return;
    this.rebase(this.state.conflict);
    void this.flush();
  }

  /** Resolves a conflict with the server's draft. @returns it, to be shown */
  takeTheirs(): Draft | null {
    const { conflict } = this.state;
    if (!conflict) return null;
    this.draft = conflict.draft;
    this.rebase(conflict);
    return this.draft;
  }

  /** Saves at once. @returns whether the server now has every change */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.underway) await this.underway;
    if (this.isDirty() && !this.isHeld()) await this.save();
    return !this.isDirty();
  }

  /** Retries at once after the connection is back. */
  retryNow(): void {
    if (this.state.kind === 'offline') void this.flush();
  }

  /** Ends saving, because there is nothing left to save. */
  finish(): void {
    this.stop();
    this.options.keepHere(null);
    this.setState({ kind: 'over' });
  }

  /** Clears the timers; a call in flight still completes. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private isHeld(): boolean {
    return this.state.kind === 'conflict' || this.state.kind === 'over';
  }

  private compareVersions(theirs: StoredDraft<Draft>): Draft | null {
    const isTheirs = (known: Draft) => this.options.isSame(known, theirs.draft);
    if (!this.isDirty()) {
      const isNews = !isTheirs(this.draft);
      if (isNews) this.draft = theirs.draft;
      this.rebase(theirs);
      return isNews ? theirs.draft : null;
    }
    // A save whose answer was lost is our own change, not a conflict; and a newer version may concern a field outside this draft.
    if ([this.draft, this.saved, ...this.unanswered].some(isTheirs)) {
      this.rebase(theirs);
      return null;
    }
    clearTimeout(this.timer);
    this.setState({ kind: 'conflict', conflict: theirs });
    return null;
  }

  private rebase({ draft, version }: StoredDraft<Draft>): void {
    this.saved = draft;
    this.version = version;
    this.unanswered.clear();
    this.options.onRebase?.();
    this.keep();
    this.setState({ kind: this.isDirty() ? 'typed' : 'saved' });
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isStopped || this.isHeld()) return;
    if (!this.isDirty()) {
      this.pace.rested();
      if (!this.underway) this.setState({ kind: 'saved' });
      return;
    }
    const problem = this.options.problemOf?.(this.draft);
    if (problem !== undefined) {
      this.setState({ kind: 'invalid', reason: problem });
      return;
    }
    // While offline the state stays 'offline'; typing does not delay the next retry.
    if (this.state.kind !== 'offline') this.setState({ kind: this.underway ? 'saving' : 'typed' });
    this.timer = setTimeout(() => void this.save(), this.pace.changed());
  }

  private save(): Promise<void> {
    this.underway ??= this.send().finally(() => {
      this.underway = null;
      // Schedules what changed in the meantime; a refused draft waits for another change.
      if (this.state.kind !== 'refused') this.schedule();
    });
    return this.underway;
  }

  private async send(): Promise<void> {
    const { draft: sent, saved, version } = this;
    if (!this.isDirty() || this.options.problemOf?.(sent) !== undefined) return;
    this.pace.rested();
    this.unanswered.add(sent);
    if (!this.pace.hasFailed) this.setState({ kind: 'saving' });
    try {
      const answer = await this.options.send(sent, { saved, version });
      this.pace.succeeded();
      this.unanswered.clear();
      this.saved = sent;
      this.version = answer.version;
      this.keep();
      this.setState({ kind: 'saved' });
      this.options.onSaved(answer, sent);
    } catch (error) {
      await this.fail(error);
    }
  }

  private async fail(error: unknown): Promise<void> {
    const refusal = error instanceof ApiError ? error : null;
    if (refusal && this.options.isEnd?.(refusal)) return this.finish();
    if (refusal?.code === 'course.version_conflict') return this.meetConflict();
    // A newer save of this session is on its way; whatever it lacks is saved next.
    if (refusal?.code === 'limits.superseded') return;
    this.report(refusal);
  }

  private async meetConflict(): Promise<void> {
    try {
      this.compareVersions(await this.options.ask());
    } catch (error) {
      this.report(error instanceof ApiError ? error : null);
    }
  }

  /** Retries temporary failures and reports other refusals. */
  private report(refusal: ApiError | null): void {
    if (refusal && refusal.status !== 0 && refusal.status !== 429 && refusal.status < 500) {
      this.unanswered.clear();
      this.setState({ kind: 'refused', reason: refusal.message });
      return;
    }
    this.pace.failed();
    this.setState({ kind: 'offline', ...(refusal && refusal.status !== 0 && { reason: refusal.message }) });
  }

  private keep(): void {
    const { draft, saved, version } = this;
    this.options.keepHere(this.isDirty() ? { draft, saved, version } : null);
  }

  private setState(state: SaverState<Draft>): void {
    if (state.kind === this.state.kind && state.reason === this.state.reason && !state.conflict) return;
    this.state = state;
    this.options.onState(state);
  }
}
