import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useForm, useWatch, type FieldErrors } from 'react-hook-form';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/field.tsx';
import { CostSummary } from './cost-summary.tsx';
import { loadDraft, saveDraft } from './course-draft.ts';
import { CourseFormControl, type CourseFormApi } from './form-control.tsx';
import { MAIN_CHOICES, SECTIONS } from './form-fields.ts';
import { courseFormResolver } from './form-rules.ts';
import { CourseFormSection } from './form-section.tsx';
import { isComplete, type FieldName, type FormValues } from './form-values.ts';
import { alertFor, fieldErrorsOf, startGeneration } from './start-generation.ts';

const Columns = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: 32,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 17.5rem', gap: 56 },
}));
const Fields = styled('div')({ display: 'grid', gap: 20, gridTemplateColumns: 'minmax(0, 1fr)' });
const Choices = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}));
const Age = styled('div')({ maxWidth: '15rem' });
const Folds = styled('div')(({ theme }) => ({ borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`, marginBlockStart: 12 }));
const Aside = styled('section')(({ theme }) => ({ [theme.breakpoints.up('lg')]: { position: 'sticky', top: 80, alignSelf: 'start' } }));
const Alert = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
  paddingInlineStart: 13,
  paddingBlock: 4,
  marginBlockEnd: 16,
  color: theme.vars.palette.error.main,
}));

/** Unfolds the theme a field lies in, so that it can be seen and focused. */
function unfold(form: HTMLFormElement | null, field: FieldName | undefined): void {
  const control = field && form?.elements.namedItem(field);
  const element = control instanceof RadioNodeList ? control[0] : control;
  if (element instanceof HTMLElement) element.closest('details')?.setAttribute('open', '');
}

function GenerateButton({ form }: { readonly form: CourseFormApi }) {
  const [topic, learningGoals, age] = useWatch({ control: form.control, name: ['topic', 'learning_goals', 'age'] });
  const isReady = isComplete({ topic, learning_goals: learningGoals, age });
  const { isSubmitting } = form.formState;
  return (
    <>
      <Button type="submit" variant="contained" fullWidth disabled={!isReady || isSubmitting}>
        {isSubmitting ? t('Starting') : t('Generate Course')}
      </Button>
      {!isReady && (
        <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 1 }}>
          {t('Topic, learning goals and age are needed first.')}
        </Typography>
      )}
    </>
  );
}

interface CourseFormProps {
  readonly userId: string;
  /** Called with the run's id as soon as the server has taken the form. */
  readonly onStarted: (taskId: string) => void;
}

/** The AI Builder's form (BLD-01…18). What is typed is kept for this tab, whatever happens to the request. */
export function CourseForm({ userId, onStarted }: CourseFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm<FormValues>({ defaultValues: loadDraft(userId), resolver: courseFormResolver, reValidateMode: 'onChange' });
  const { subscribe, register } = form;
  const { errors } = form.formState;

  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(userId, values) }), [subscribe, userId]);

  async function start(values: FormValues): Promise<void> {
    setAlert(null);
    try {
      onStarted(await startGeneration(userId, values));
    } catch (error) {
      setAlert(alertFor(error));
      const found = Object.entries(fieldErrorsOf(error)) as [FieldName, string][];
      for (const [field, message] of found) form.setError(field, { type: 'server', message });
      const first = found[0]?.[0];
      unfold(element.current, first);
      if (first) form.setFocus(first);
    }
  }

  function refuse(problems: FieldErrors<FormValues>): void {
    setAlert(isComplete(form.getValues()) ? null : t('Please fill in all required fields'));
    unfold(element.current, Object.keys(problems)[0] as FieldName);
  }

  const submit = (): void => void form.handleSubmit(start, refuse)();

  // A disabled submit button also disables the browser's own submit on Enter; the reader is told why instead.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || isComplete(form.getValues())) return;
    event.preventDefault();
    submit();
  }

  return (
    <Columns
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={onKeyDown}
      noValidate
      aria-label={t('Course')}
    >
      <Fields>
        <TextField
          {...register('topic')}
          label={t('Topic')}
          required
          error={errors.topic?.message}
          maxLength={FORM_LIMITS.topic}
          placeholder={t('For example: keeping bees on a city roof')}
        />
        <TextField
          {...register('learning_goals')}
          label={t('Learning goals')}
          required
          error={errors.learning_goals?.message}
          multiline
          minRows={3}
          maxRows={12}
          maxLength={FORM_LIMITS.learning_goals}
          helper={t('What should the learner be able to do at the end?')}
        />
        <Age>
          <TextField
            {...register('age')}
            label={t('Age of the learner')}
            required
            error={errors.age?.message}
            inputMode="numeric"
            maxLength={3}
          />
        </Age>
        <Choices>
          {MAIN_CHOICES.map((spec) => (
            <CourseFormControl key={spec.name} spec={spec} form={form} />
          ))}
        </Choices>
        <Folds>
          {SECTIONS.map((section) => (
            <CourseFormSection key={section.title} section={section} form={form} />
          ))}
        </Folds>
      </Fields>
      <Aside aria-label={t('Cost and start')}>
        <CostSummary form={form} />
        {alert !== null && <Alert role="alert">{alert}</Alert>}
        <GenerateButton form={form} />
      </Aside>
    </Columns>
  );
}
