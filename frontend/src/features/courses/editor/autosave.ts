import { editLesson } from '#contract/courses/course-versions.contract.ts';
import { getCourse, type Course, type Lesson } from '#contract/courses/courses.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { lessonAt, placeOfLesson } from '../lesson-path.ts';
import { keepUnsaved, type UnsavedDraft } from './draft-store.ts';
import { changesBetween, draftOf, isSameDraft, problemsOf, type LessonDraft } from './lesson-draft.ts';

/** After the last key. */
const SAVE_AFTER_MS = 1_000;
/** Somebody who never pauses is saved this often: with the way to the server, what is typed is safe within two seconds. */
const SAVE_AT_LEAST_MS = 1_750;
const RETRY_FIRST_MS = 2_000;
const RETRY_CEILING_MS = 30_000;

/** The course was changed by somebody else, in this very lesson. */
export interface Conflict {
  readonly theirs: Lesson;
  readonly version: number;
}

export interface SaveState {
  /** `typed`: about to be saved; `invalid`: cannot be saved as it is; `refused`: the server said no, for a reason in words. */
  readonly kind: 'saved' | 'typed' | 'saving' | 'offline' | 'invalid' | 'refused' | 'conflict';
  readonly reason?: string;
  readonly conflict?: Conflict;
}

interface AutosaveOptions {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
  /** The lesson as the server has it, and its version; or text left over in this tab. */
  readonly start: Pick<UnsavedDraft, 'saved' | 'draft' | 'baseVersion'> & { readonly editSession?: string };
  readonly onState: (state: SaveState) => void;
  /** The server has it. */
  readonly onSaved: (lesson: Lesson, version: number) => void;
}

/** Saves what is typed into one lesson: soon after the last key, one call at a time, again and again while there is no connection. */
export class Autosave {
  private readonly options: AutosaveOptions;
  private draft: LessonDraft;
  private saved: LessonDraft;
  private baseVersion: number;
  private editSession: string;
  private state: SaveState = { kind: 'saved' };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private firstKeyAt: number | null = null;
  private failures = 0;
  private underway: Promise<void> | null = null;

  constructor(options: AutosaveOptions) {
    this.options = options;
    const { draft, saved, baseVersion, editSession } = options.start;
    this.draft = draft;
    this.saved = saved;
    this.baseVersion = baseVersion;
    this.editSession = editSession ?? randomId();
    if (this.isDirty()) this.schedule();
  }

  /** Whether the screen shows something the server does not have. */
  isDirty(): boolean {
    return changesBetween(this.saved, this.draft) !== null;
  }

  /** The text is now this. */
  type(draft: LessonDraft): void {
    if (isSameDraft(draft, this.draft)) return;
    this.draft = draft;
    this.keep();
    if (this.state.kind !== 'conflict') this.schedule();
  }

  /** Saves at once. @returns whether the server has everything now */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.underway) await this.underway;
    if (this.isDirty() && this.state.kind !== 'conflict') await this.save();
    return !this.isDirty();
  }

  /** After a conflict: the text on this screen stays, upon the version the other one made. */
  keepMine(): void {
    const { conflict } = this.state;
    if (!conflict) return;
    this.rebase(conflict);
    this.setState({ kind: 'typed' });
    void this.flush();
  }

  /** After a conflict: the other text is taken. @returns it, to be shown */
  takeTheirs(): LessonDraft | null {
    const { conflict } = this.state;
    if (!conflict) return null;
    this.rebase(conflict);
    this.draft = this.saved;
    this.keep();
    this.setState({ kind: 'saved' });
    return this.draft;
  }

  /** There is a connection again. */
  retryNow(): void {
    if (this.state.kind === 'offline') void this.flush();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private schedule(): void {
    const problem = Object.values(problemsOf(this.draft))[0];
    clearTimeout(this.timer);
    if (!this.isDirty()) {
      this.firstKeyAt = null;
      if (!this.underway) this.setState({ kind: 'saved' });
      return;
    }
    if (problem !== undefined) {
      this.setState({ kind: 'invalid', reason: problem });
      return;
    }
    // While the connection is away the words say so; the next try is not put off by typing.
    if (this.state.kind !== 'offline') this.setState({ kind: this.underway ? 'saving' : 'typed' });
    this.firstKeyAt ??= Date.now();
    const untilLatest = this.firstKeyAt + SAVE_AT_LEAST_MS - Date.now();
    const wait = this.failures > 0 ? this.retryPause() : Math.max(0, Math.min(SAVE_AFTER_MS, untilLatest));
    this.timer = setTimeout(() => void this.save(), wait);
  }

  private retryPause(): number {
    return Math.min(RETRY_CEILING_MS, RETRY_FIRST_MS * 2 ** (this.failures - 1));
  }

  private save(): Promise<void> {
    this.underway ??= this.send().finally(() => {
      this.underway = null;
      // What was typed meanwhile.
      if (this.state.kind !== 'conflict' && this.state.kind !== 'refused') this.schedule();
    });
    return this.underway;
  }

  private async send(): Promise<void> {
    const { courseId, lessonId } = this.options;
    const sent = this.draft;
    const changes = changesBetween(this.saved, sent);
    if (!changes || Object.keys(problemsOf(sent)).length > 0) return;
    this.firstKeyAt = null;
    if (this.failures === 0) this.setState({ kind: 'saving' });
    try {
      const { version, lesson } = await call(editLesson, {
        params: { course_id: courseId, lesson_id: lessonId },
        body: { ...changes, base_version: this.baseVersion, edit_session: this.editSession },
      });
      this.failures = 0;
      this.saved = sent;
      this.baseVersion = version;
      this.keep();
      this.setState({ kind: 'saved' });
      this.options.onSaved(lesson, version);
    } catch (error) {
      await this.failed(error, sent);
    }
  }

  private async failed(error: unknown, sent: LessonDraft): Promise<void> {
    if (error instanceof ApiError && error.code === 'course.version_conflict') return this.meetConflict();
    const isPassing = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
    if (isPassing) {
      this.failures += 1;
      this.setState({ kind: 'offline', ...(error instanceof ApiError && error.status !== 0 && { reason: error.message }) });
    } else {
      this.setState({ kind: 'refused', reason: error.message });
    }
    if (isSameDraft(sent, this.draft)) this.keep();
  }

  /** Versions count for the whole course: where this lesson is as it was, the save goes on upon the newer version. */
  private async meetConflict(): Promise<void> {
    const { userId, courseId, lessonId } = this.options;
    let course: Course;
    try {
      ({ course } = await call(getCourse, { params: { user_id: userId, course_id: courseId } }));
    } catch (error) {
      this.failures += 1;
      this.setState({ kind: 'offline', ...(error instanceof ApiError && error.status !== 0 && { reason: error.message }) });
      return;
    }
    const place = placeOfLesson(course, lessonId);
    const theirs = place && lessonAt(course, place);
    if (!theirs) {
      this.setState({ kind: 'refused', reason: t('This lesson is not in the course any more.') });
      return;
    }
    const conflict = { theirs, version: course.version };
    const live = draftOf(theirs);
    if (changesBetween(this.saved, live) === null || changesBetween(live, this.draft) === null) {
      this.rebase(conflict);
      this.setState({ kind: 'typed' });
      return;
    }
    this.setState({ kind: 'conflict', conflict });
  }

  /** A session whose version is not the live one any more has ended. */
  private rebase({ theirs, version }: Conflict): void {
    this.saved = draftOf(theirs);
    this.baseVersion = version;
    this.editSession = randomId();
    this.keep();
  }

  private keep(): void {
    const { saved, draft, baseVersion, editSession } = this;
    keepUnsaved(this.options, this.isDirty() ? { saved, draft, baseVersion, editSession, at: new Date().toISOString() } : null);
  }

  private setState(state: SaveState): void {
    if (state.kind === this.state.kind && state.reason === this.state.reason && !state.conflict) return;
    this.state = state;
    this.options.onState(state);
  }
}
