import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNavigate } from '@tanstack/react-router';
import { BATCH_WHATS, LESSON_CHOICES, type BadRow } from '#contract/operator/batches.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { badRowWord, intoWord, lessonChoiceWord, whatWord } from '#frontend/lib/batches/batch-words.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { usePlan } from './batch-queries.ts';

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))',
  gap: '8px 16px',
  alignItems: 'start',
});
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '8px 12px', marginBlock: 16 });

interface PlanFormProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** The form of a new batch: what to do to which courses. Sending it charges nothing: the price is shown before anything starts. */
export function PlanForm({ userId, onClose }: PlanFormProps) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = usePlan(userId);
  const [planned, setPlanned] = useState<{ readonly batchId: string; readonly rows: readonly BadRow[] } | null>(null);
  const open = (batchId: string) => void navigate({ to: '/studio/batches/$batchId', params: { batchId } });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const csv = form.get('csv');
    const what = BATCH_WHATS.find((one) => one === text('what')) ?? 'refresh_all';
    const body = {
      name: text('name'),
      what,
      instruction: text('instruction'),
      lessons: LESSON_CHOICES.find((choice) => choice === text('lessons')) ?? 'all',
      include_edited: form.get('include_edited') !== null,
      canary: Number(text('canary')),
      ...(what === 'translation' && { into_language: FORM_OPTIONS.language_preference.find((one) => one === text('into_language')) }),
      ...(csv instanceof File && csv.size > 0 && { csv: await csv.text() }),
    };
    mutate(body, {
      onSuccess: ({ batch, bad_rows: rows }) => (rows.length === 0 ? open(batch.batch_id) : setPlanned({ batchId: batch.batch_id, rows })),
    });
  };
  if (planned) {
    return (
      <section aria-label={t('Rows that were left out')}>
        <h2>{t('Rows that were left out')}</h2>
        <ul>
          {planned.rows.map(({ line, text, problem }) => (
            <li key={line}>
              {t('Line {n}', { n: formatNumber(line) })}: {badRowWord(problem)} <code dir="ltr">{text}</code>
            </li>
          ))}
        </ul>
        <Button variant="contained" onClick={() => open(planned.batchId)}>
          {t('Open the batch')}
        </Button>
      </section>
    );
  }
  return (
    <form onSubmit={(event) => void send(event)} aria-label={t('Plan a batch')}>
      <Fields>
        <TextField label={t('Name')} name="name" required maxLength={120} />
        <SelectField label={t('What')} name="what" options={BATCH_WHATS.map((what) => ({ value: what, label: whatWord(what) }))} />
        <SelectField
          label={t('Lessons')}
          name="lessons"
          options={LESSON_CHOICES.map((choice) => ({ value: choice, label: lessonChoiceWord(choice) }))}
        />
        <SelectField
          label={t('Translate into')}
          name="into_language"
          options={[{ value: '', label: '–' }, ...FORM_OPTIONS.language_preference.map((one) => ({ value: one, label: intoWord(one) }))]}
        />
        <TextField label={t('Canary: so many first')} name="canary" type="number" min="0" max="100" defaultValue="1" />
      </Fields>
      <TextField label={t('Instruction to the AI services')} name="instruction" multiline minRows={2} maxLength={2000} />
      <p>
        <label>
          {t('Only these courses, as CSV')} <input type="file" name="csv" accept=".csv,text/csv,text/plain" />
        </label>
      </p>
      <CheckField label={t('Also lessons that I have edited')} name="include_edited" />
      <FormMessage message={error ? { kind: 'error', text: errorText(error, t('That could not be done.')) } : null} />
      <Acts>
        <Button type="submit" variant="contained" aria-busy={isPending}>
          {t('See what it costs')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </Acts>
    </form>
  );
}
