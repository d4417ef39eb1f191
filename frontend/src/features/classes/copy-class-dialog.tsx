import { useState } from 'react';
import Stack from '@mui/material/Stack';
import { MAX_MOVED_DAYS, type Class } from '#contract/classes/classes.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { toAsciiDigits } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { useCopyClass } from './class-queries.ts';

interface CopyClassDialogProps {
  readonly userId: string;
  readonly group: Class;
  readonly onMade: (classId: string) => void;
  readonly onClose: () => void;
}

/** Creates a class for the next term from an existing one: its assignments with shifted dates, without its people. */
export function CopyClassDialog({ userId, group, onMade, onClose }: CopyClassDialogProps) {
  const [name, setName] = useState(group.name);
  const [startsOn, setStartsOn] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [days, setDays] = useState('');
  // a retry after a lost answer sends the same id
  const [newClassId] = useState(() => crypto.randomUUID());
  const copy = useCopyClass(userId, group.class_id);
  const byDays = toAsciiDigits(days).trim();
  const isDays = byDays === '' || (/^[-+]?\d{1,4}$/.test(byDays) && Math.abs(Number(byDays)) <= MAX_MOVED_DAYS);
  const submit = () => {
    if (!isDays || name.trim() === '') return;
    copy.mutate(
      {
        new_class_id: newClassId,
        name,
        starts_on: startsOn || null,
        ends_on: endsOn || null,
        ...(byDays !== '' && { days: Number(byDays) }),
      },
      {
        onSuccess: (made) => {
          const leftOut = 'left_out' in made ? made.left_out : 0;
          toast(
            'success',
            leftOut === 0
              ? t('The class was copied')
              : t(
                  'The class was copied without {n, plural, one {# assignment} other {# assignments}} that only some students had or whose course is gone',
                  {
                    n: leftOut,
                  },
                ),
          );
          onMade(newClassId);
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('Copy for the next term')}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Copy the class')} isPending={copy.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2.5, paddingBlockStart: 1 }}>
        <p>{t('The new class gets everything assigned to all of this class, with the dates moved. People are not copied.')}</p>
        <TextField
          label={t('Name of the class')}
          required
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={name.trim() === '' ? t('Please fill in this field.') : undefined}
        />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
          <TextField
            label={t('First day of the term')}
            type="date"
            value={startsOn}
            onChange={({ target }) => setStartsOn(target.value)}
            helper={group.starts_on === null ? undefined : t('Dates move by the difference between the start dates of the two terms.')}
          />
          <TextField label={t('Last day')} type="date" value={endsOn} onChange={({ target }) => setEndsOn(target.value)} />
        </Stack>
        <TextField
          label={t('Or move the dates by days')}
          inputMode="numeric"
          value={days}
          onChange={({ target }) => setDays(target.value)}
          error={isDays ? undefined : t('A whole number of days.')}
        />
        <FormMessage message={copy.error ? { kind: 'error', text: errorText(copy.error, t('The class could not be copied.')) } : null} />
      </Stack>
    </FormDialog>
  );
}
