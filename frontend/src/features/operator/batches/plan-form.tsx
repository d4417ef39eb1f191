import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNavigate } from '@tanstack/react-router';
import {
  BATCH_WHATS,
  LESSON_CHOICES,
  QUALITY_LEVELS,
  type BadRow,
  type Batch,
  type planBatch,
} from '#contract/operator/batches.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Acts } from '../parts/console-table.tsx';
import { usePlanBatch } from './batch-queries.ts';
import { NOTHING } from '../parts/figures.ts';
import { badRowWord, intoWord, lessonChoiceWord, whatWord } from '#frontend/lib/batches/batch-words.ts';

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
});

type Plan = BodyInputOf<typeof planBatch>;

/** The form of a new batch. Sending it fixes the selection and spends nothing. */
export function PlanForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = usePlanBatch();
  const [badRows, setBadRows] = useState<{ readonly batch: Batch; readonly rows: readonly BadRow[] } | null>(null);
  const open = (batch: Batch) => void navigate({ to: '/operator/$section/$id', params: { section: 'batches', id: batch.batch_id } });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(await planIn(new FormData(event.currentTarget)), {
      onSuccess: ({ batch, bad_rows: rows }) => (rows.length === 0 ? open(batch) : setBadRows({ batch, rows })),
    });
  };
  if (badRows) return <BadRows rows={badRows.rows} onOpen={() => open(badRows.batch)} />;
  return (
    <Form onSubmit={(event) => void send(event)} aria-label={t('Plan a batch')}>
      <Fields>
        <TextField label={t('Name')} name="name" required maxLength={120} />
        <SelectField label={t('What')} name="what" options={BATCH_WHATS.map((what) => ({ value: what, label: whatWord(what) }))} />
        <SelectField
          label={t('Lessons')}
          name="lessons"
          options={LESSON_CHOICES.map((choice) => ({ value: choice, label: lessonChoiceWord(choice) }))}
        />
        <SelectField
          label={t('Quality')}
          name="quality_level"
          options={[{ value: '', label: t('Any') }, ...QUALITY_LEVELS.map((level) => ({ value: level, label: level }))]}
        />
        <SelectField
          label={t('Translate into')}
          name="into_language"
          options={[
            { value: '', label: NOTHING },
            ...FORM_OPTIONS.language_preference.map((language) => ({ value: language, label: intoWord(language) })),
          ]}
        />
        <TextField label={t('Language')} name="language" helper={t('as the course has it, e.g. spanish')} />
        <TextField label={t('Live version older than')} name="older_than" type="date" />
        <TextField label={t('Budget in US dollars')} name="budget" type="number" min="0.01" defaultValue="10" required />
        <TextField label={t('Courses at once')} name="at_once" type="number" min="1" max="100" defaultValue="5" />
        <TextField label={t('Canary: so many first')} name="canary" type="number" min="0" max="100" defaultValue="3" />
        <TextField label={t('From hour, UTC')} name="from_hour" type="number" min="0" max="23" />
        <TextField label={t('Until hour, UTC')} name="until_hour" type="number" min="0" max="23" />
      </Fields>
      <TextField label={t('Instruction to the AI services')} name="instruction" multiline minRows={2} maxLength={2000} />
      <p>
        <label>
          {t('Only these courses, as CSV')} <input type="file" name="csv" accept=".csv,text/csv,text/plain" />
        </label>
      </p>
      <CheckField label={t('Also lessons that their owner has edited')} name="include_edited" />
      <FormMessage message={error ? { kind: 'error', text: errorText(error, t('That could not be done.')) } : null} />
      <Acts>
        <Button type="submit" variant="contained" aria-busy={isPending}>
          {t('Dry run')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </Acts>
    </Form>
  );
}

/** Reads the plan from the form. Dollars become cents; empty fields are omitted. */
async function planIn(form: FormData): Promise<Plan> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const given = <T,>(name: string, read: (value: string) => T) => (text(name) === '' ? {} : { [name]: read(text(name)) });
  const csv = form.get('csv');
  const hours =
    text('from_hour') !== '' && text('until_hour') !== '' ? { ...given('from_hour', Number), ...given('until_hour', Number) } : {};
  return {
    name: text('name'),
    what: BATCH_WHATS.find((what) => what === text('what')) ?? 'refresh_all',
    instruction: text('instruction'),
    ...(text('what') === 'translation' && {
      into_language: FORM_OPTIONS.language_preference.find((language) => language === text('into_language')),
    }),
    budget_cents: Math.round(Number(text('budget')) * 100),
    ...given('at_once', Number),
    ...given('canary', Number),
    ...hours,
    selection: {
      lessons: LESSON_CHOICES.find((choice) => choice === text('lessons')) ?? 'all',
      ...(QUALITY_LEVELS.some((level) => level === text('quality_level')) && {
        quality_level: QUALITY_LEVELS.find((level) => level === text('quality_level')),
      }),
      ...given('language', (value) => value.toLowerCase()),
      ...given('older_than', (value) => new Date(value).toISOString()),
      ...(form.get('include_edited') !== null && { include_edited: true }),
      ...(csv instanceof File && csv.size > 0 && { csv: await csv.text() }),
    },
  };
}

function BadRows({ rows, onOpen }: { readonly rows: readonly BadRow[]; readonly onOpen: () => void }) {
  return (
    <section aria-label={t('Rows that were left out')}>
      <h2>{t('Rows that were left out')}</h2>
      <ul>
        {rows.map(({ line, text, problem }) => (
          <li key={line}>
            {t('Line {n}', { n: formatNumber(line) })}: {badRowWord(problem)} <code dir="ltr">{text}</code>
          </li>
        ))}
      </ul>
      <Button variant="contained" onClick={onOpen}>
        {t('Open the batch')}
      </Button>
    </section>
  );
}
