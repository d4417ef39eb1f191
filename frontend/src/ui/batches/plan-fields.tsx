import { useEffect, useRef, useState, type FormEvent, type ReactNode, type Ref } from 'react';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { BATCH_TASKS, BATCH_TRAITS, LESSON_CHOICES, type BadRow, type BatchTask } from '#contract/operator/batches.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { invalidRowWord, languageOptionName, lessonChoiceWord, taskWord, type ShownLimits } from '#frontend/lib/batches/batch-words.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { LimitFields, limitsIn } from './batch-limits.tsx';
import { FactStrip, type Fact } from '../fact-strip.tsx';
import { CheckField } from '../fields/check-field.tsx';
import { TextField } from '../fields/field.tsx';
import { FormMessage, MessageLine } from '../fields/form-message.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { ActionRow } from '../action-row.tsx';

/** The kinds of batch that use an instruction. */

/** The common fields of every batch plan. */
export interface PlannedFields {
  readonly name: string;
  readonly what: BatchTask;
  readonly instruction: string;
  readonly lessons: (typeof LESSON_CHOICES)[number];
  readonly include_edited: boolean;
  readonly canary: number;
  readonly into_language?: (typeof FORM_OPTIONS.language_preference)[number];
  readonly csv?: string;
  readonly most_failures: number;
  readonly most_unclean: number;
  /** Only where the form asks for it. */
  readonly most_cost_drift?: number;
}

interface PlanFieldsProps {
  /** The form's heading. */
  readonly title: string;
  /** Default number of courses to try first. */
  readonly canary: number;
  /** Default limits at which it pauses. */
  readonly limits: ShownLimits;
  readonly editedLabel: string;
  /** Caption of the button that estimates the plan and stores nothing. */
  readonly dryRunLabel: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onDryRun: (plan: PlannedFields, form: FormData) => void;
  /** The result of the dry run for the current form; null without one. */
  readonly outcome: ReactNode;
  /** Stores the plan; null until a dry run has shown that it can start. */
  readonly onSave: ((plan: PlannedFields, form: FormData) => void) | null;
  /** The form has changed, so the result belongs to another plan. */
  readonly onEdit: () => void;
  readonly onClose: () => void;
  /** The form opens with chosen courses; a dry run shows at once which they are. */
  readonly isChosen?: boolean;
  /** Fields that choose the courses, beside a CSV list of them. */
  readonly which?: ReactNode;
  /** Further fields for speed and budget. */
  readonly children?: ReactNode;
  /** Further fields below the grid, for tasks that generate text. */
  readonly textFields?: ReactNode;
}

/** The form of a batch plan: what to do to which courses. Fields that the choice does not need are hidden. */
export function PlanFields({
  canary,
  limits,
  editedLabel,
  dryRunLabel,
  isPending,
  error,
  onDryRun,
  outcome,
  onSave,
  onEdit,
  onClose,
  isChosen = false,
  which,
  children,
  textFields,
  title,
}: PlanFieldsProps) {
  const [what, setWhat] = useState<BatchTask>('refresh_all');
  const traits = BATCH_TRAITS[what];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isChosen) form.current?.requestSubmit();
  }, [isChosen]);
  const [today] = useState(() => new Date().toISOString());
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const plan = await planIn(form);
    // submitting with the Enter key estimates again and does not store
    if ((event.nativeEvent as SubmitEvent).submitter?.dataset['save'] === undefined) onDryRun(plan, form);
    else onSave?.(plan, form);
  };
  return (
    <Card
      component="form"
      ref={form as Ref<never>}
      onSubmit={(event: FormEvent<HTMLFormElement>) => void send(event)}
      onChange={onEdit}
      aria-label={title}
      sx={{ padding: 2, marginBlockEnd: 3 }}
    >
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1.5 }}>
        {title}
      </Typography>
      <FieldGrid>
        <TextField
          label={t('Name')}
          name="name"
          required
          maxLength={120}
          defaultValue={t('Update of {date}', { date: formatDate(today) })}
          ref={focusOnMount}
        />
        <SelectField
          label={t('What')}
          name="what"
          value={what}
          onChange={({ target }) => setWhat(BATCH_TASKS.find((one) => one === target.value) ?? 'refresh_all')}
          options={BATCH_TASKS.map((one) => ({ value: one, label: taskWord(one) }))}
        />
        {traits.choosesLessons && (
          <SelectField
            label={t('Lessons')}
            name="lessons"
            options={LESSON_CHOICES.map((choice) => ({ value: choice, label: lessonChoiceWord(choice) }))}
          />
        )}
        {traits.intoLanguage && (
          <SelectField
            label={t('Translate into')}
            name="into_language"
            options={FORM_OPTIONS.language_preference.map((one) => ({ value: one, label: languageOptionName(one) }))}
          />
        )}
        <TextField label={t('Trial: courses to start with')} name="canary" type="number" min="0" max="100" defaultValue={String(canary)} />
      </FieldGrid>
      {traits.instruction !== 'none' && (
        <TextField
          label={t('Instruction to the AI services')}
          name="instruction"
          multiline
          minRows={2}
          maxLength={2000}
          required={traits.instruction === 'required'}
        />
      )}
      <Typography variant="h4" component="h3" sx={{ marginBlock: '16px 8px' }}>
        {t('Which courses')}
      </Typography>
      {which && <FieldGrid>{which}</FieldGrid>}
      <p>
        <label>
          {t('Only these courses, as CSV')} <input type="file" name="csv" accept=".csv,text/csv,text/plain" />
        </label>
      </p>
      {traits.instruction !== 'none' && <CheckField label={editedLabel} name="include_edited" />}
      {children && (
        <>
          <Typography variant="h4" component="h3" sx={{ marginBlock: '16px 8px' }}>
            {t('How fast, and for how much')}
          </Typography>
          <FieldGrid>{children}</FieldGrid>
        </>
      )}
      <Typography variant="h4" component="h3" sx={{ marginBlock: '16px 8px' }}>
        {t('Automatic pause')}
      </Typography>
      <FieldGrid>
        <LimitFields limits={limits} />
      </FieldGrid>
      {traits.ofLessons && textFields}
      <FormMessage message={error ? { kind: 'error', text: errorText(error, t('The plan could not be checked.')) } : null} />
      {outcome}
      <ActionRow>
        <Button type="submit" variant={onSave ? 'outlined' : 'contained'} aria-busy={isPending}>
          {dryRunLabel}
        </Button>
        {onSave && (
          // appears when the dry run has shown what it would do, so that Enter continues
          <Button type="submit" variant="contained" aria-busy={isPending} data-save="" ref={focusOnMount}>
            {t('Save the plan')}
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </ActionRow>
    </Card>
  );
}

const FieldGrid = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))',
      gap: '8px 16px',
      alignItems: 'start',
      marginBlockEnd: 1,
    }}
  >
    {children}
  </Box>
);

async function planIn(form: FormData): Promise<PlannedFields> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const csv = form.get('csv');
  const into = FORM_OPTIONS.language_preference.find((one) => one === text('into_language'));
  return {
    name: text('name'),
    what: BATCH_TASKS.find((one) => one === text('what')) ?? 'refresh_all',
    instruction: text('instruction'),
    lessons: LESSON_CHOICES.find((choice) => choice === text('lessons')) ?? 'all',
    include_edited: form.get('include_edited') !== null,
    canary: Number(text('canary')),
    ...limitsIn(form),
    ...(into !== undefined && { into_language: into }),
    ...(csv instanceof File && csv.size > 0 && { csv: await csv.text() }),
  };
}

interface DryRunProps {
  readonly facts: readonly Fact[];
  /** Why the plan cannot start, with both amounts; null when it can. */
  readonly obstacle: string | null;
  readonly badRows: readonly BadRow[];
  /** Which courses they are. */
  readonly children?: ReactNode;
}

/** The result of a dry run: figures, obstacles, the courses, and rows of the CSV that were left out. */
export function DryRun({ facts, obstacle, badRows, children }: DryRunProps) {
  return (
    <section aria-label={t('Dry run')} role="status">
      <FactStrip facts={facts} />
      {obstacle !== null && <MessageLine kind="error" text={obstacle} />}
      {children}
      {badRows.length > 0 && (
        <>
          <h3>{t('Skipped rows')}</h3>
          <ul>
            {badRows.map(({ line, text, problem }) => (
              <li key={line}>
                {t('Line {n}', { n: formatNumber(line) })}: {invalidRowWord(problem)} <code dir="ltr">{text}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
