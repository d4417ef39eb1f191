import type { ApiError } from '#frontend/lib/api-error.ts';

/** What the server has. */
export interface Kept<Draft> {
  readonly draft: Draft;
  readonly version: number;
}

export interface SaverState<Draft> {
  /**
   * `untouched`: nothing was changed yet; `typed`: about to be saved; `invalid`: cannot be saved as it is; `refused`: the server said no, for
   * a reason in words; `over`: nothing is kept any more.
   */
  readonly kind: 'untouched' | 'saved' | 'typed' | 'saving' | 'offline' | 'invalid' | 'refused' | 'conflict' | 'over';
  readonly reason?: string;
  /** What somebody else, or another device, has made of it. */
  readonly conflict?: Kept<Draft>;
}

/** States worth interrupting somebody who listens. */
export const isProblem = ({ kind }: SaverState<unknown>): boolean =>
  kind === 'offline' || kind === 'invalid' || kind === 'refused' || kind === 'conflict';

/** What is saved, where to, and who is told of it. */
export interface SaverOptions<Draft, Answer extends { readonly version: number }> {
  /** What is on the screen, what of it the server has and in which version; it may be left over from before. */
  readonly start: { readonly draft: Draft; readonly saved: Draft; readonly version: number };
  readonly state: SaverState<Draft>;
  /** Whether two drafts are one and the same to the server. */
  readonly isSame: (a: Draft, b: Draft) => boolean;
  /** Why a draft cannot be saved as it is, in words. */
  readonly problemOf?: (draft: Draft) => string | undefined;
  /** Sends `draft` upon what the server is known to have. @throws ApiError */
  readonly send: (draft: Draft, upon: { readonly saved: Draft; readonly version: number }) => Promise<Answer>;
  /** Asks for what the server has, after `course.version_conflict`. @throws ApiError */
  readonly ask: () => Promise<Kept<Draft>>;
  /** Whether a refusal says that there is nothing to be saved any more. */
  readonly isEnd?: (refusal: ApiError) => boolean;
  /** Keeps in this tab what the server has not got, and what it was typed upon; null forgets it. */
  readonly keepHere: (unsaved: { readonly draft: Draft; readonly saved: Draft; readonly version: number } | null) => void;
  /** From now on a version that was made elsewhere is built upon; called before `keepHere`. */
  readonly onRebase?: () => void;
  readonly onState: (state: SaverState<Draft>) => void;
  /** The server has it. */
  readonly onSaved: (answer: Answer, sent: Draft) => void;
}
