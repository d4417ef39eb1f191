import { keepOutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { askForDraft, isSameDraft, keepUnsaved, toSent, type KeptDraft } from './kept-draft.ts';
import type { OutlineDraft } from './outline-draft.ts';

/** After the last change. */
const SAVE_AFTER_MS = 1_000;
/** Somebody who never pauses is saved this often: with the way to the server, what is typed is safe within two seconds. */
const SAVE_AT_LEAST_MS = 1_750;
const RETRY_FIRST_MS = 2_000;
const RETRY_CEILING_MS = 30_000;

/** `over`: the outline was accepted, or its run has ended; nothing is kept any more. */
export interface SaverState {
  readonly kind: 'untouched' | 'saved' | 'saving' | 'offline' | 'refused' | 'conflict' | 'over';
  readonly reason?: string;
}

interface SaverOptions {
  readonly taskId: string;
  readonly start: { readonly draft: OutlineDraft; readonly saved: OutlineDraft; readonly version: number };
  readonly onState: (state: SaverState) => void;
  /** The server has it. */
  readonly onKept: (kept: KeptDraft) => void;
}

/** Keeps an outline on the server while it is edited: one call at a time, again and again while there is no connection. */
export class OutlineSaver {
  private readonly options: SaverOptions;
  private draft: OutlineDraft;
  private saved: OutlineDraft;
  private version: number;
  private lastSent: OutlineDraft | null = null;
  private theirs: KeptDraft | null = null;
  private state: SaverState;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private firstChangeAt: number | null = null;
  private failures = 0;
  private underway: Promise<void> | null = null;
  private isStopped = false;

  constructor(options: SaverOptions) {
    this.options = options;
    const { draft, saved, version } = options.start;
    this.draft = draft;
    this.saved = saved;
    this.version = version;
    this.state = { kind: version === 0 && !this.isDirty() ? 'untouched' : 'saved' };
    this.options.onState(this.state);
    this.schedule();
  }

  /** The outline is now this. */
  change(draft: OutlineDraft): void {
    if (draft === this.draft) return;
    this.draft = draft;
    this.keepHere();
    this.schedule();
  }

  /** The server has said what it keeps. @returns another device's outline, to be shown, when nothing on this screen speaks against it */
  meet(kept: KeptDraft): OutlineDraft | null {
    if (kept.version <= this.version || !kept.draft || this.state.kind === 'over') return null;
    // a save whose answer was lost is no other device
    if (this.lastSent && isSameDraft(kept.draft, this.lastSent)) {
      this.takeOver(kept.version, this.lastSent);
      return null;
    }
    if (this.isDirty() && !isSameDraft(kept.draft, this.draft)) {
      this.theirs = kept;
      clearTimeout(this.timer);
      this.setState({ kind: 'conflict' });
      return null;
    }
    this.draft = kept.draft;
    this.takeOver(kept.version, kept.draft);
    return this.draft;
  }

  /** After a conflict: what is on this screen stays, upon the version the other one made. */
  keepMine(): void {
    if (!this.theirs?.draft) return;
    this.takeOver(this.theirs.version, this.theirs.draft);
    void this.flush();
  }

  /** After a conflict: the other outline is taken. @returns it, to be shown */
  takeTheirs(): OutlineDraft | null {
    if (!this.theirs?.draft) return null;
    this.draft = this.theirs.draft;
    this.takeOver(this.theirs.version, this.draft);
    return this.draft;
  }

  /** Saves at once. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.underway) await this.underway;
    if (this.isDirty() && this.state.kind !== 'conflict' && this.state.kind !== 'over') await this.save();
  }

  /** There is a connection again. */
  retryNow(): void {
    if (this.state.kind === 'offline') void this.flush();
  }

  /** The outline was accepted: what is on this screen is on its way. */
  finish(): void {
    this.stop();
    keepUnsaved(this.options.taskId, null);
    this.setState({ kind: 'over' });
  }

  /** No timer is left behind; a call that is under way is heard out. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private isDirty(): boolean {
    return this.draft !== this.saved;
  }

  private takeOver(version: number, saved: OutlineDraft): void {
    this.theirs = null;
    this.version = version;
    this.saved = saved;
    this.keepHere();
    this.setState({ kind: this.isDirty() ? 'saving' : 'saved' });
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isStopped || !this.isDirty() || this.state.kind === 'conflict' || this.state.kind === 'over') return;
    if (this.state.kind !== 'offline') this.setState({ kind: 'saving' });
    this.firstChangeAt ??= Date.now();
    const untilLatest = this.firstChangeAt + SAVE_AT_LEAST_MS - Date.now();
    const wait = this.failures > 0 ? this.retryPause() : Math.max(0, Math.min(SAVE_AFTER_MS, untilLatest));
    this.timer = setTimeout(() => void this.save(), wait);
  }

  private retryPause(): number {
    return Math.min(RETRY_CEILING_MS, RETRY_FIRST_MS * 2 ** (this.failures - 1));
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
    const sent = this.draft;
    this.firstChangeAt = null;
    this.lastSent = sent;
    try {
      const { version } = await call(keepOutlineDraft, {
        params: { task_id: this.options.taskId },
        body: { draft: toSent(sent), base_version: this.version },
      });
      this.failures = 0;
      this.version = version;
      this.saved = sent;
      this.keepHere();
      this.options.onKept({ draft: sent, version });
      this.setState({ kind: 'saved' });
    } catch (error) {
      await this.meetFailure(error);
    }
  }

  private async meetFailure(thrown: unknown): Promise<void> {
    const { code, status, message } = thrown instanceof ApiError ? thrown : { code: 'unknown', status: 0, message: undefined };
    if (code === 'run.not_waiting') {
      this.finish();
      return;
    }
    if (code === 'course.version_conflict') {
      const kept = await askForDraft(this.options.taskId).catch(() => null);
      if (kept) {
        this.meet(kept);
        return;
      }
    } else if (status !== 0 && status !== 429 && status < 500) {
      this.setState({ kind: 'refused', ...(message !== undefined && { reason: message }) });
      return;
    }
    this.failures += 1;
    this.setState({ kind: 'offline' });
  }

  private keepHere(): void {
    keepUnsaved(this.options.taskId, this.isDirty() ? { draft: this.draft, version: this.version } : null);
  }

  private setState(state: SaverState): void {
    if (state.kind === this.state.kind && state.reason === this.state.reason) return;
    this.state = state;
    this.options.onState(state);
  }
}
