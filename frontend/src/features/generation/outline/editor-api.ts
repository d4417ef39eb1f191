import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import type { OutlineDraft } from './outline-draft.ts';
import type { Act } from './row-acts.tsx';
import type { HandleOf } from './use-drag.ts';

/** What the parts of the editor share. */
export interface EditorApi {
  readonly draft: OutlineDraft;
  readonly language: TextLanguage;
  readonly problems: ReadonlyMap<string, string>;
  readonly draggedKey: string | null;
  readonly handleOf: HandleOf;
  /** Takes the new draft; then the focus goes to one control of one part, and `said` is announced. */
  readonly change: (next: OutlineDraft, focus?: { readonly key: string; readonly act: Act }, said?: string) => void;
}
