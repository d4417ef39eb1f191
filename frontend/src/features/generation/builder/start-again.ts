import { useNavigate } from '@tanstack/react-router';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { runForm } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { beginNewAttempt, saveDraft } from './course-draft.ts';
import type { FormValues } from './form-values.ts';
import { findRecentRun, forgetRun } from '#frontend/features/generation/runs/recent-runs.ts';

/** Converts a sent form to form values. API clients may send values that the screen does not offer; the server's interpretation is used. */
function toValues({ age, ...form }: Omit<CourseForm, 'user_id'>): FormValues {
  return {
    ...form,
    age: String(age),
    academic_framework: form.academic_framework ?? '',
    ai_model_preference: typeof form.ai_model_preference === 'string' ? form.ai_model_preference : 'auto',
  };
}

async function askForForm(taskId: string): Promise<FormValues> {
  const { form } = await call(runForm, { params: { task_id: taskId } });
  return toValues(form);
}

/**
 * Fills the form with a run's request as a new attempt. The browser that sent it has the typed values; for a request from elsewhere, or
 * long ago, the server returns it.
 * @throws ApiError
 */
export async function prepareStartAgain(userId: string, taskId: string): Promise<void> {
  const values = findRecentRun(userId, taskId)?.values ?? (await askForForm(taskId));
  saveDraft(userId, values);
  beginNewAttempt(userId);
  forgetRun(userId, taskId);
}

/** Opens the form, filled with a run's request. */
export function useStartAgain(userId: string, taskId: string) {
  const navigate = useNavigate();
  return useAction({
    mutationFn: () => prepareStartAgain(userId, taskId),
    onSuccess: () => navigate({ to: '/create' }),
    onError: (error) => toast('error', errorText(error, t('The form could not be loaded'))),
  });
}
