import { createStoredForm } from '#frontend/lib/drafts/persisted-form.ts';
import { EMPTY_FORM } from './course-form-values.ts';

/** The AI Course Creator's form of this tab. It is reset when the course has been created (CRE-24). */
export const {
  load: loadForm,
  save: saveForm,
  reset: resetForm,
  useResets: useFormResets,
  sendingKey,
} = createStoredForm('creator_course', () => EMPTY_FORM);
