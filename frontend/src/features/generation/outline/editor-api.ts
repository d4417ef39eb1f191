import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import type { OutlineDraft } from './outline-draft.ts';
import type { HandleOf } from './use-drag.ts';

/** The names of a part's controls, by which they are focused. */
export type Act = 'up' | 'down' | 'remove' | 'restore' | 'title';

/** Functions shared by the parts of the editor. */
export interface EditorApi {
  readonly draft: OutlineDraft;
  readonly language: TextLanguage;
  readonly problems: ReadonlyMap<string, string>;
  readonly draggedKey: string | null;
  readonly handleOf: HandleOf;
  /** Sets the new draft; then focuses one control of one part, and announces `said`. */
  readonly change: (next: OutlineDraft, focus?: { readonly key: string; readonly act: Act }, said?: string) => void;
}
