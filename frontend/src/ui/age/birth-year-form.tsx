import { useState } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { setBirthYear } from '#contract/identity/account.contract.ts';
import { OLDEST_BIRTH_YEAR } from '#contract/identity/birth-year.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { yearOf } from '#frontend/lib/calendar.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '../fields/field.tsx';
import { FormMessage } from '../fields/form-message.tsx';

interface BirthYearFormProps {
  readonly birthYear?: number | null;
  /** Caption of the button. */
  readonly label: string;
  /** Lets the user remove the year by emptying the field. */
  readonly mayBeEmpty?: boolean;
  readonly helper?: string;
  /** Stores the year; by default the user's own. */
  readonly save?: (birthYear: number | null) => Promise<{ readonly birth_year: number | null }>;
}

const saveOwn = (birthYear: number | null) => call(setBirthYear, { body: { birth_year: birthYear } });

/**
 * Asks for the year of birth, on the account's page or where it is missing. Everything that depends on it is then fetched again, so that
 * the user can continue in place.
 */
export function BirthYearForm({
  birthYear = null,
  label,
  mayBeEmpty = false,
  helper = t('Other people never see your year of birth. Under 18, only a parent or our team can change it later.'),
  save: store = saveOwn,
}: BirthYearFormProps) {
  const cache = useQueryClient();
  const [thisYear] = useState(() => yearOf(new Date()));
  const wrong = t('A year from {from} to {to}.', { from: OLDEST_BIRTH_YEAR, to: thisYear });
  const { register, handleSubmit, formState } = useForm<{ year: string }>({ defaultValues: { year: birthYear?.toString() ?? '' } });
  const save = useAction({
    mutationFn: ({ year }: { year: string }) => store(year.trim() === '' ? null : Number(year)),
    onSuccess: () => (store === saveOwn ? cache.invalidateQueries() : undefined),
  });
  const submit = handleSubmit((values) => save.mutate(values));
  const message = save.error
    ? ({ kind: 'error', text: errorText(save.error, t('The year of birth could not be saved.')) } as const)
    : save.data && ({ kind: 'info', text: save.data.birth_year === null ? t('Removed.') : t('Saved.') } as const);
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event) => {
        // does not submit a surrounding form, such as a dialog's
        event.stopPropagation();
        void submit(event);
      }}
      sx={{ gap: 2, maxWidth: 420, textAlign: 'start', marginBlockStart: 1.5 }}
    >
      <TextField
        label={t('Year of birth')}
        inputMode="numeric"
        autoComplete="bday-year"
        maxLength={4}
        helper={helper}
        error={formState.errors.year?.message}
        {...register('year', {
          validate: (year) =>
            (mayBeEmpty && year.trim() === '') || (/^\d{4}$/.test(year) && +year >= OLDEST_BIRTH_YEAR && +year <= thisYear) || wrong,
        })}
      />
      <FormMessage message={message ?? null} />
      <div>
        <Button type="submit" variant={birthYear === null ? 'contained' : 'outlined'} aria-busy={save.isPending}>
          {label}
        </Button>
      </div>
    </Stack>
  );
}
