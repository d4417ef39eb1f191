import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import { PASSKEY_NAME_CHARS } from '#contract/identity/passkeys.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { nameRule } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';

interface PasskeyNameFormProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

/** Renames a passkey. */
export function PasskeyNameForm({ name, isBusy, onSave, onCancel }: PasskeyNameFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  return (
    <Fields noValidate onSubmit={(event) => void handleSubmit((fields) => onSave(fields.name))(event)}>
      <TextField
        label={t('Name of the passkey')}
        required
        maxLength={PASSKEY_NAME_CHARS}
        error={formState.errors.name?.message}
        {...register('name', nameRule())}
      />
      <div>
        <Button type="submit" variant="outlined" color="inherit" aria-busy={isBusy}>
          {t('Save')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Fields>
  );
}
