import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { lookup } from '#contract/platform/lookup.ts';
import { isNetwork, KEY_NAME_CHARS, KEY_NETWORKS_AT_MOST } from '#contract/identity/api-keys.contract.ts';
import { scopesOf, type KeyHolder, type KeyScope } from '#contract/identity/key-scopes.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { toAsciiDigits } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { useCreateKey } from './key-queries.ts';
import { BudgetField, doSpend, FIRST_BUDGET, hasScope, isBudget, ScopeFields } from './scope-fields.tsx';

interface Fields {
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly days: string;
  readonly budget: string;
  readonly networks: string;
  readonly password: string;
}

const DAYS = [7, 30, 90, 180, 365];
const EMPTY: Fields = { name: '', scopes: [], days: '90', budget: FIRST_BUDGET, networks: '', password: '' };

const linesOf = (text: string): string[] => text.split(/[\s,،]+/).filter((line) => line !== '');

/** Fields that have another name on the server. */
const FIELD_OF: Readonly<Record<string, keyof Fields>> = lookup({
  name: 'name',
  scopes: 'scopes',
  days: 'days',
  day_budget: 'budget',
  networks: 'networks',
  password: 'password',
});

interface KeyFormProps {
  readonly userId: string;
  readonly holder: KeyHolder;
  readonly onDone: (secret: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the permissions, expiry, token budget and allowed addresses of a new key, and for the password. */
export function KeyForm({ userId, holder, onDone, onCancel }: KeyFormProps) {
  const { register, handleSubmit, formState, setError, setFocus, watch } = useForm<Fields>({ defaultValues: EMPTY });
  const { errors } = formState;
  const create = useCreateKey(userId, holder);
  useEffect(() => setFocus('name'), [setFocus]);
  const needed = { required: t('Please fill in this field.') };
  const spends = doSpend(watch('scopes'));

  const submit = handleSubmit(({ name, scopes, days, budget, networks, password }) =>
    create.mutate(
      { name, scopes, days: Number(days), day_budget: spends ? Number(toAsciiDigits(budget)) : 0, networks: linesOf(networks), password },
      {
        onSuccess: ({ secret }) => onDone(secret),
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === 'auth.password_wrong') setError('password', { message: errorText(error, '') }, { shouldFocus: true });
          for (const { path, message } of error.errors) {
            const field = FIELD_OF[path.split('.')[0]!];
            if (field) setError(field, { message }, { shouldFocus: true });
          }
        },
      },
    ),
  );

  return (
    <Stack component="form" noValidate aria-label={t('New API key')} sx={{ gap: 2.5 }} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('Purpose')}
        required
        maxLength={KEY_NAME_CHARS}
        helper={t('For example, the name of the app.')}
        error={errors.name?.message}
        {...register('name', { validate: (name) => VISIBLE.test(name) || needed.required })}
      />
      <ScopeFields
        legend={t('Permissions')}
        scopes={scopesOf(holder)}
        error={errors.scopes?.message}
        field={register('scopes', { validate: hasScope })}
      />
      {spends && <BudgetField error={errors.budget?.message} field={register('budget', { validate: isBudget })} />}
      <SelectField
        label={t('It ends automatically after')}
        options={DAYS.map((days) => ({ value: String(days), label: t('{n, plural, one {# day} other {# days}}', { n: days }) }))}
        error={errors.days?.message}
        {...register('days')}
      />
      <TextField
        label={t('Allowed addresses')}
        multiline
        minRows={2}
        isSource
        helper={t('Addresses or networks such as 203.0.113.0/24, one per line. Leave empty to allow any.')}
        error={errors.networks?.message}
        {...register('networks', { validate: areNetworks })}
      />
      <TextField
        label={t('Your password')}
        type="password"
        required
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', needed)}
      />
      <FormMessage message={create.error ? { kind: 'error', text: errorText(create.error, t('The key could not be created.')) } : null} />
      <ActionRow sx={{ marginBlock: 0 }}>
        <Button type="submit" variant="contained" aria-busy={create.isPending}>
          {t('Create the key')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </ActionRow>
    </Stack>
  );
}

function areNetworks(text: string) {
  const lines = linesOf(text);
  const wrong = lines.find((line) => !isNetwork(line));
  if (wrong !== undefined) return t('{text} is neither an address nor a network.', { text: wrong });
  return lines.length <= KEY_NETWORKS_AT_MOST || t('You can have up to {n}.', { n: KEY_NETWORKS_AT_MOST });
}
