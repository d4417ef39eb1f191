import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { changeSignInLifetime, LONGEST_SESSION_HOURS, USUAL_IDLE_HOURS } from '#contract/organisations/sign-in-lifetime.contract.ts';
import type { SignInConnection } from '#contract/organisations/sign-in.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { useSetupAction } from './setup-queries.ts';

interface LifetimeProps {
  readonly userId: string;
  readonly connection: SignInConnection;
}

/** The lengths offered, in hours; another length that was set through the API is added to them. */
const IDLE = [1, 4, 8, 24, 3 * 24, 7 * 24];
const LONGEST = [8, 12, 24, 7 * 24, 30 * 24];

export const hoursWords = (hours: number): string =>
  hours % 24 === 0 && hours > 24
    ? t('{n, plural, one {# day} other {# days}}', { n: hours / 24 })
    : t('{n, plural, one {# hour} other {# hours}}', { n: hours });

const optionsOf = (offered: readonly number[], chosen: number | null, usual: number) => [
  { value: '', label: t('{length}, the default for everyone', { length: hoursWords(usual) }) },
  ...[...new Set([...offered, ...(chosen === null ? [] : [chosen])])]
    .toSorted((one, other) => one - other)
    .map((hours) => ({ value: String(hours), label: hoursWords(hours) })),
];
const read = (value: string): number | null => (value === '' ? null : Number(value));

/** How long a sign-in by the provider lasts, and what happens afterwards. */
export function LifetimeSection({ userId, connection }: LifetimeProps) {
  const [idle, setIdle] = useState(connection.idle_hours);
  const [longest, setLongest] = useState(connection.longest_hours);
  const change = useSetupAction(
    userId,
    () => call(changeSignInLifetime, { body: { idle_hours: idle, longest_hours: longest } }),
    t('Changed'),
  );
  const isSame = idle === connection.idle_hours && longest === connection.longest_hours;
  return (
    <DeskSection
      title={t('How long a sign-in lasts')}
      about={t(
        'After this time, we check with your provider again: in the background if the member is still signed in there, otherwise through its sign-in page. Role rules are reapplied. If the provider sets an earlier end (SessionNotOnOrAfter), the session ends then.',
      )}
    >
      <Stack sx={{ gap: 2, alignItems: 'flex-start', maxWidth: 420, width: '100%' }}>
        <SelectField
          label={t('Sign out after inactivity')}
          value={idle === null ? '' : String(idle)}
          options={optionsOf(IDLE, connection.idle_hours, USUAL_IDLE_HOURS)}
          onChange={({ target }) => setIdle(read(target.value))}
        />
        <SelectField
          label={t('In total')}
          value={longest === null ? '' : String(longest)}
          options={optionsOf(LONGEST, connection.longest_hours, LONGEST_SESSION_HOURS)}
          onChange={({ target }) => setLongest(read(target.value))}
        />
        <Typography variant="body2" color="textSecondary">
          {t(
            'People who have been signed in for longer are signed out when you save. Sign-ins with a password or passkey are not affected.',
          )}
        </Typography>
        <FormMessage
          message={
            change.error ? { kind: 'error', text: errorText(change.error, t('The length of a sign-in could not be changed.')) } : null
          }
        />
        <Button variant="outlined" disabled={isSame} aria-busy={change.isPending} onClick={() => change.mutate(undefined)}>
          {t('Save')}
        </Button>
      </Stack>
    </DeskSection>
  );
}
