import { createStoredForm } from '#frontend/lib/drafts/persisted-form.ts';
import { formDefaults } from './form-values.ts';

/** The AI Builder's form of this tab. It is reset when the requested course has been written (GEN-07). */
export const {
  load: loadDraft,
  save: saveDraft,
  reset: resetDraft,
  useResets: useDraftResets,
  attemptKey: idempotencyKeyFor,
  beginNewAttempt,
  forgetAttempt,
} = createStoredForm('course_draft', formDefaults);
