import { ApiError } from '#frontend/lib/api-error.ts';
import { SavePace } from './autosave-schedule.ts';
import type { Kept, SaverOptions, SaverState } from './saver-state.ts';

/** Saves what is edited: soon after the last change, one call at a time, again and again while there is no connection. */
export class DraftSaver<Draft, Answer extends { readonly version: number }> {
  private readonly options: SaverOptions<Draft, Answer>;
  private draft: Draft;
  private saved: Draft;
  private version: number;
  private state: SaverState<Draft>;
  /** Sent without hearing what became of it: the server may have one of them. */
  private readonly unanswered = new Set<Draft>();
  private readonly pace = new SavePace();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private underway: Promise<void> | null = null;
  private isStopped = false;

  constructor(options: SaverOptions<Draft, Answer>) {
    this.options = options;
    this.state = options.state;
    ({ draft: this.draft, saved: this.saved, version: this.version } = options.start);
    if (this.isDirty()) this.schedule();
  }

  /** Whether the screen shows something the server does not have. */
  isDirty(): boolean {
    return !this.options.isSame(this.saved, this.draft);
  }

  /** The version the screen builds upon. */
  get upon(): number {
    return this.version;
  }

  /** The draft is now this. */
  change(draft: Draft): void {
    if (draft === this.draft) return;
    this.draft = draft;
    this.keep();
    this.schedule();
  }

  /** The server has said what it has. @returns it, to be shown, when it is news and nothing on this screen speaks against it */
  meet(theirs: Kept<Draft>): Draft | null {
    return theirs.version <= this.version || this.state.kind === 'over' ? null : this.weigh(theirs);
  }

  /** Asks for what the server has, and meets it. @throws ApiError */
  async look(): Promise<Draft | null> {
    return this.meet(await this.options.ask());
  }

  /** Somebody has to choose between this screen and another one. */
  hasConflict(): boolean {
    return this.state.kind === 'conflict';
  }

  /** After a conflict: what is on this screen stays, upon the version the other one made. */
  keepMine(): void {
    if (!this.state.conflict) return;
    this.rebase(this.state.conflict);
    void this.flush();
  }

  /** After a conflict: the other one is taken. @returns it, to be shown */
  takeTheirs(): Draft | null {
    const { conflict } = this.state;
    if (!conflict) return null;
    this.draft = conflict.draft;
    this.rebase(conflict);
    return this.draft;
  }

  /** Saves at once. @returns whether the server has everything now */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.underway) await this.underway;
    if (this.isDirty() && !this.isHeld()) await this.save();
    return !this.isDirty();
  }

  /** There is a connection again. */
  retryNow(): void {
    if (this.state.kind === 'offline') void this.flush();
  }

  /** There is nothing to be saved any more. */
  finish(): void {
    this.stop();
    this.options.keepHere(null);
    this.setState({ kind: 'over' });
  }

  /** No timer is left behind; a call that is under way is heard out. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private isHeld(): boolean {
    return this.state.kind === 'conflict' || this.state.kind === 'over';
  }

  private weigh(theirs: Kept<Draft>): Draft | null {
    const isTheirs = (known: Draft) => this.options.isSame(known, theirs.draft);
    if (!this.isDirty()) {
      const isNews = !isTheirs(this.draft);
      if (isNews) this.draft = theirs.draft;
      this.rebase(theirs);
      return isNews ? theirs.draft : null;
    }
    // A save whose answer was lost is nobody else, and a newer version may be of something beside this draft.
    if ([this.draft, this.saved, ...this.unanswered].some(isTheirs)) {
      this.rebase(theirs);
      return null;
    }
    clearTimeout(this.timer);
    this.setState({ kind: 'conflict', conflict: theirs });
    return null;
  }

  private rebase({ draft, version }: Kept<Draft>): void {
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
    // While the connection is away the words say so; the next try is not put off by typing.
    if (this.state.kind !== 'offline') this.setState({ kind: this.underway ? 'saving' : 'typed' });
    this.timer = setTimeout(() => void this.save(), this.pace.changed());
  }

  private save(): Promise<void> {
    this.underway ??= this.send().finally(() => {
      this.underway = null;
      // What was changed meanwhile; what was refused waits for another change.
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
    this.tell(refusal);
  }

  private async meetConflict(): Promise<void> {
    try {
      this.weigh(await this.options.ask());
    } catch (error) {
      this.tell(error instanceof ApiError ? error : null);
    }
  }

  /** Passing troubles are waited out, other refusals told. */
  private tell(refusal: ApiError | null): void {
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
