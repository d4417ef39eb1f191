import type { ApiError } from '#frontend/lib/api-error.ts';

/** The draft stored on the server, with its version. */
export interface StoredDraft<Draft> {
  readonly draft: Draft;
  readonly version: number;
}

export interface SaverState<Draft> {
  /**
   * `untouched`: nothing has changed yet; `typed`: about to be saved; `invalid`: cannot be saved as it is; `refused`: the server rejected
   * it, with a reason; `over`: nothing is saved any more.
   */
  readonly kind: 'untouched' | 'saved' | 'typed' | 'saving' | 'offline' | 'invalid' | 'refused' | 'conflict' | 'over';
  readonly reason?: string;
  /** The version saved by another user or device. */
  readonly conflict?: StoredDraft<Draft>;
}

/** Whether a state is urgent enough to interrupt a screen reader. */
export const isProblem = ({ kind }: SaverState<unknown>): boolean =>
  kind === 'offline' || kind === 'invalid' || kind === 'refused' || kind === 'conflict';

/** What to save, where to, and which callbacks to notify. */
export interface SaverOptions<Draft, Answer extends { readonly version: number }> {
  /** The draft on screen, and the draft and version on the server; it may be left over from an earlier visit. */
  readonly start: { readonly draft: Draft; readonly saved: Draft; readonly version: number };
  readonly state: SaverState<Draft>;
  /** Whether the server would treat two drafts as equal. */
  readonly isSame: (a: Draft, b: Draft) => boolean;
  /** Why a draft cannot be saved as it is, as a sentence. */
  readonly problemOf?: (draft: Draft) => string | undefined;
  /** Sends `draft` based on the known state of the server. @throws ApiError */
  readonly send: (draft: Draft, upon: { readonly saved: Draft; readonly version: number }) => Promise<Answer>;
  /** Fetches the server's state after `course.version_conflict`. @throws ApiError */
  readonly ask: () => Promise<StoredDraft<Draft>>;
  /** Whether a rejection means that there is nothing left to save. */
  readonly isEnd?: (refusal: ApiError) => boolean;
  /** Stores the unsaved draft and its base version in this tab; null removes it. */
  readonly keepHere: (unsaved: { readonly draft: Draft; readonly saved: Draft; readonly version: number } | null) => void;
  /** Called before `keepHere` when the draft is rebased on a version made elsewhere. */
  readonly onRebase?: () => void;
  readonly onState: (state: SaverState<Draft>) => void;
  /** Called after the server stored a draft. */
  readonly onSaved: (answer: Answer, sent: Draft) => void;
}
