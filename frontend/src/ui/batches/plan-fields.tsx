import { useState, type FormEvent, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { BATCH_TASKS, LESSON_CHOICES, type BadRow, type BatchTask } from '#contract/operator/batches.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { invalidRowWord, languageOptionName, lessonChoiceWord, taskWord } from '#frontend/lib/batches/batch-words.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '../fields/check-field.tsx';
import { TextField } from '../fields/field.tsx';
import { FormMessage } from '../fields/form-message.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { ActionRow } from '../action-row.tsx';

const Form = styled('form')(({ theme }) => ({
  marginBlockEnd: 24,
  paddingBlockEnd: 16,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));
const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))',
  gap: '8px 16px',
  alignItems: 'start',
  marginBlockEnd: 8,
});
/** The kinds of batch that use an instruction. */
const INSTRUCTED: readonly BatchTask[] = ['refresh_all', 'refresh_matching', 'fix'];

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
}

interface PlanFieldsProps {
  /** Default number of courses to try first. */
  readonly canary: number;
  readonly editedLabel: string;
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onPlan: (plan: PlannedFields, form: FormData) => void;
  readonly onClose: () => void;
  /** Further fields of the grid. */
  readonly children?: ReactNode;
  /** Further fields below the grid, for what makes texts. */
  readonly textFields?: ReactNode;
}

/** The form of a batch plan: what to do to which courses. Fields the choice does not need are hidden. */
export function PlanFields({ canary, editedLabel, submitLabel, isPending, error, onPlan, onClose, children, textFields }: PlanFieldsProps) {
  const [what, setWhat] = useState<BatchTask>('refresh_all');
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onPlan(await planIn(form), form);
  };
  return (
    <Form onSubmit={(event) => void send(event)} aria-label={t('Plan a batch')}>
      <Fields>
        <TextField label={t('Name')} name="name" required maxLength={120} ref={focusOnMount} />
        <SelectField
          label={t('What')}
          name="what"
          value={what}
          onChange={({ target }) => setWhat(BATCH_TASKS.find((one) => one === target.value) ?? 'refresh_all')}
          options={BATCH_TASKS.map((one) => ({ value: one, label: taskWord(one) }))}
        />
        {(what === 'refresh_matching' || what === 'fix' || what === 'translation') && (
          <SelectField
            label={t('Lessons')}
            name="lessons"
            options={LESSON_CHOICES.map((choice) => ({ value: choice, label: lessonChoiceWord(choice) }))}
          />
        )}
        {what === 'translation' && (
          <SelectField
            label={t('Translate into')}
            name="into_language"
            options={FORM_OPTIONS.language_preference.map((one) => ({ value: one, label: languageOptionName(one) }))}
          />
        )}
        <TextField label={t('Canary: so many first')} name="canary" type="number" min="0" max="100" defaultValue={String(canary)} />
        {children}
      </Fields>
      {INSTRUCTED.includes(what) && (
        <TextField
          label={t('Instruction to the AI services')}
          name="instruction"
          multiline
          minRows={2}
          maxLength={2000}
          required={what === 'fix'}
        />
      )}
      <p>
        <label>
          {t('Only these courses, as CSV')} <input type="file" name="csv" accept=".csv,text/csv,text/plain" />
        </label>
      </p>
      {INSTRUCTED.includes(what) && <CheckField label={editedLabel} name="include_edited" />}
      {what !== 'media' && textFields}
      <FormMessage message={error ? { kind: 'error', text: errorText(error, t('That could not be done.')) } : null} />
      <ActionRow>
        <Button type="submit" variant="contained" aria-busy={isPending}>
          {submitLabel}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </ActionRow>
    </Form>
  );
}

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
    ...(into !== undefined && { into_language: into }),
    ...(csv instanceof File && csv.size > 0 && { csv: await csv.text() }),
  };
}

/** Invalid rows of the CSV by line number, shown before the batch is opened. */
export function BadRows({ rows, onOpen }: { readonly rows: readonly BadRow[]; readonly onOpen: () => void }) {
  return (
    <section aria-label={t('Rows that were left out')}>
      <h2>{t('Rows that were left out')}</h2>
      <ul>
        {rows.map(({ line, text, problem }) => (
          <li key={line}>
            {t('Line {n}', { n: formatNumber(line) })}: {invalidRowWord(problem)} <code dir="ltr">{text}</code>
          </li>
        ))}
      </ul>
      <Button variant="contained" onClick={onOpen}>
        {t('Open the batch')}
      </Button>
    </section>
  );
}
