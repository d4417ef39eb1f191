import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import type { OutlineDraft } from './outline-draft.ts';
import type { HandleOf } from './use-drag.ts';

/** The controls of a part, which get the focus by these names. */
export type Act = 'up' | 'down' | 'remove' | 'restore' | 'title';

/** Functions shared by the parts of the editor. */
export interface EditorApi {
  readonly draft: OutlineDraft;
  readonly language: TextLanguage;
  readonly problems: ReadonlyMap<string, string>;
  readonly draggedKey: string | null;
  readonly handleOf: HandleOf;
  /** Sets the new draft; then one control of one part gets the focus, and `said` is announced. */
  readonly change: (next: OutlineDraft, focus?: { readonly key: string; readonly act: Act }, said?: string) => void;
}
