import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { useProblem, useValue, type CourseFormState } from './form-state.ts';

const Problem = styled('div')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.error.main }));

/** For a child somebody else agrees (G33). */
export default function Agreement({ form }: { readonly form: CourseFormState }) {
  const problem = useProblem(form, 'guardian_agreement');
  return (
    <div>
      <CheckField
        name="guardian_agreement"
        required
        checked={useValue(form, 'guardian_agreement')}
        onChange={({ target }) => form.set('guardian_agreement', target.checked)}
        label={t('I am a parent or guardian of the learner, or act for their school, and agree.')}
      />
      {problem && <Problem role="alert">{problem}</Problem>}
    </div>
  );
}
