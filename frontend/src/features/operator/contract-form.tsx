import { useState } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { ORGANISATION_PLANS } from '#contract/billing/catalogue.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage, type Message } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { useRecordContract, type NewContract } from './contract-queries.ts';

type Fields = Required<NewContract>;
const EMPTY: Fields = { package_id: 'corporate_starter', owner_email: '', organisation_name: '', reference: '', starts_on: '' };

/** A function, because the language must be known first. */
const packages = () =>
  ORGANISATION_PLANS.map(({ id, name, amount_cents: cents, seats }) => ({
    value: id,
    label: t('{name}: {price} a year, {seats} seats', { name, price: formatPrice(cents / 100), seats: formatNumber(seats) }),
  }));

/** Records a signed order. The server's errors are shown at their fields. */
export function ContractForm() {
  const [said, setSaid] = useState<Message | null>(null);
  const { register, handleSubmit, setError, reset, formState } = useForm<Fields>({ defaultValues: EMPTY });
  const record = useRecordContract();
  const needed = { required: t('Please fill in this field.') };
  const { errors } = formState;

  const submit = handleSubmit(({ starts_on: startsOn, ...contract }) => {
    setSaid(null);
    const body = { ...contract, ...(startsOn !== '' && { starts_on: startsOn }) };
    record.mutate(body, {
      onSuccess: ({ isNew }) => {
        const of = { reference: contract.reference };
        setSaid({
          text: isNew ? t('Recorded: {reference}.', of) : t('{reference} has already been recorded. Nothing changed.', of),
          kind: 'info',
        });
        reset({ ...EMPTY, package_id: contract.package_id });
      },
      onError: (error) => {
        const found = error instanceof ApiError ? error.errors : [];
        for (const { path, message } of found) if (path in EMPTY) setError(path as keyof Fields, { message });
        setSaid({ text: errorText(error, t('The contract could not be recorded.')), kind: 'error' });
      },
    });
  });

  return (
    <Stack component="form" noValidate sx={{ gap: 2, maxWidth: 520 }} onSubmit={(event) => void submit(event)}>
      <SelectField label={t('Package')} required options={packages()} error={errors.package_id?.message} {...register('package_id')} />
      <TextField
        label={t("Owner's email")}
        type="email"
        required
        autoComplete="off"
        helper={t('The owner already has an account.')}
        error={errors.owner_email?.message}
        {...register('owner_email', needed)}
      />
      <TextField
        label={t('Organisation')}
        required
        maxLength={120}
        helper={t('A renewal keeps the organisation’s current name.')}
        error={errors.organisation_name?.message}
        {...register('organisation_name', needed)}
      />
      <TextField
        label={t('Reference of the contract')}
        required
        maxLength={120}
        autoComplete="off"
        error={errors.reference?.message}
        {...register('reference', needed)}
      />
      <TextField
        label={t('First day')}
        type="date"
        helper={t('Leave empty for today, or for the end of the current year.')}
        error={errors.starts_on?.message}
        {...register('starts_on')}
      />
      <FormMessage message={said} />
      <div>
        <Button type="submit" variant="contained" aria-busy={record.isPending}>
          {t('Record contract')}
        </Button>
      </div>
    </Stack>
  );
}
