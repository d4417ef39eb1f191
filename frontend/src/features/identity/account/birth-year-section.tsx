import { useState } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { OLDEST_BIRTH_YEAR, setBirthYear, type AccountDetails } from '#contract/identity/account.contract.ts';
import { agePage } from '#frontend/lib/age/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { Fields } from '../form-column.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { accountKey } from './account-queries.ts';

interface Told {
  readonly year: string;
}

const yearOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

/** The optional year of birth (A17). An empty field removes it. */
export function BirthYearSection({ userId, details }: { readonly userId: string; readonly details: AccountDetails }) {
  const cache = useQueryClient();
  const [thisYear] = useState(() => new Date().getFullYear());
  const wrong = t('A year from {from} to {to}.', { from: OLDEST_BIRTH_YEAR, to: thisYear });
  const { register, handleSubmit, formState } = useForm<Told>({
    defaultValues: { year: details.birth_year?.toString() ?? '' },
  });
  const { parentalConsent, requiresParentalConsent, verified } = details.age_verification;
  const save = useMutation({
    mutationFn: ({ year }: Told) => call(setBirthYear, { body: { birth_year: yearOf(year) } }),
    onSuccess: (next) => {
      cache.setQueryData(accountKey(userId), next);
      void cache.invalidateQueries({ queryKey: agePage(userId).queryKey });
    },
  });
  const submit = handleSubmit((values) => save.mutate(values));
  const message = save.error
    ? ({ kind: 'error', text: errorText(save.error, t('It could not be saved.')) } as const)
    : save.data && ({ kind: 'info', text: save.data.birth_year === null ? t('Removed.') : t('Saved.') } as const);
  return (
    <RuledSection title={t('Year of birth')}>
      <SectionBody>
        <Typography color="textSecondary">
          {t(
            'Optional. Without it you are treated as under 18: no location, no leaderboard, no voice, and nobody in the community sees you.',
          )}
        </Typography>
        <Typography>
          {t('Age verification')}: <strong>{verified ? t('Verified') : t('Pending')}</strong>
          {requiresParentalConsent && !verified && ` · ${t('For learners under 13, a parent or their school has to agree.')}`}
          {requiresParentalConsent && parentalConsent && ` · ${t('a parent or the school has agreed')}`}
        </Typography>
        <Fields noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            label={t('Year of birth')}
            inputMode="numeric"
            autoComplete="bday-year"
            maxLength={4}
            error={formState.errors.year?.message}
            {...register('year', {
              validate: (year) => year.trim() === '' || (/^\d{4}$/.test(year) && +year >= OLDEST_BIRTH_YEAR && +year <= thisYear) || wrong,
            })}
          />
          <FormMessage message={message ?? null} />
          <div>
            <Button type="submit" variant="outlined" color="inherit" aria-busy={save.isPending}>
              {t('Save the year')}
            </Button>
          </div>
        </Fields>
      </SectionBody>
    </RuledSection>
  );
}
