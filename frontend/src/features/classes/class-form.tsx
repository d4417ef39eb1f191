import { Controller, useForm, type UseFormSetError } from 'react-hook-form';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import { LATE_BY, LATE_WORK, type Class, type ClassChanges, type LateBy, type LateWork } from '#contract/classes/classes.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { toAsciiDigits } from '#frontend/lib/format.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { classGroups, useCreateClass, useUpdateClass } from './class-queries.ts';
import { lateByWords, lateWorkWords } from './late-work-words.ts';

interface Fields {
  readonly name: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly tokens_each: string;
  readonly tokens_all: string;
  readonly weekly_mail: boolean;
  readonly group_id: string;
  readonly late_work: LateWork;
  readonly late_by: LateBy;
}

const EMPTY: Fields = {
  name: '',
  starts_on: '',
  ends_on: '',
  tokens_each: '',
  tokens_all: '',
  weekly_mail: true,
  group_id: '',
  late_work: 'mark',
  late_by: 'arrival',
};

const tokensOf = (text: string): number | null => (text.trim() === '' ? null : Number(toAsciiDigits(text)));
const isTokens = (text: string) => /^\s*\d{0,7}\s*$/.test(toAsciiDigits(text)) || t('A whole number, or empty for no limit.');

/** The changes to send; includes limits only if the user may set them. */
const toChanges = (fields: Fields, mayLimit: boolean): ClassChanges => ({
  name: fields.name,
  starts_on: fields.starts_on || null,
  ends_on: fields.ends_on || null,
  weekly_mail: fields.weekly_mail,
  group_id: fields.group_id || null,
  late_work: fields.late_work,
  late_by: fields.late_by,
  ...(mayLimit && { tokens_each: tokensOf(fields.tokens_each), tokens_all: tokensOf(fields.tokens_all) }),
});

/** Shows the server's validation errors at their fields. */
function showErrors(error: unknown, setError: UseFormSetError<Fields>): void {
  if (!(error instanceof ApiError)) return;
  for (const { path, message } of error.errors) if (path in EMPTY) setError(path as keyof Fields, { message }, { shouldFocus: true });
}

interface ClassFieldsProps {
  readonly userId: string;
  /** The class to change. */
  readonly classId?: string;
  readonly form: ReturnType<typeof useForm<Fields>>;
  readonly mayLimit: boolean;
}

function ClassFields({ userId, classId, form: { register, formState, control }, mayLimit }: ClassFieldsProps) {
  const { errors } = formState;
  const { data } = useQuery(classGroups(userId));
  const groups = data?.groups.filter(({ class_id: taken }) => taken === null || taken === classId) ?? [];
  return (
    <Stack sx={{ gap: 2.5, paddingBlockStart: 1 }}>
      <TextField
        label={t('Name of the class')}
        required
        maxLength={120}
        error={errors.name?.message}
        {...register('name', { validate: (name) => VISIBLE.test(name) || t('Please fill in this field.') })}
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
        <TextField label={t('First day of the term')} type="date" error={errors.starts_on?.message} {...register('starts_on')} />
        <TextField
          label={t('Last day')}
          type="date"
          error={errors.ends_on?.message}
          {...register('ends_on', {
            validate: (end, { starts_on: start }) => !end || !start || start <= end || t('A term must end after it starts.'),
          })}
        />
      </Stack>
      {mayLimit && (
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
          <TextField
            label={t('Monthly tokens per student')}
            inputMode="numeric"
            helper={t('From the organisation’s pool. Leave empty for no limit. Of a student’s classes, the lowest limit counts.')}
            error={errors.tokens_each?.message}
            {...register('tokens_each', { validate: isTokens })}
          />
          <TextField
            label={t('Monthly tokens for the whole class')}
            inputMode="numeric"
            error={errors.tokens_all?.message}
            {...register('tokens_all', { validate: isTokens })}
          />
        </Stack>
      )}
      {groups.length > 0 && (
        <SelectField
          label={t('Students')}
          error={errors.group_id?.message}
          {...register('group_id')}
          options={[
            { value: '', label: t('people you add') },
            ...groups.map(({ group_id: value, name, people }) => ({
              value,
              label: t('{n, plural, one {the # person} other {the # people}} of {group}', { n: people, group: name }),
              dir: 'auto' as const,
            })),
          ]}
          helper={t('A group from a list or a directory. People who join or leave the group also join or leave the class.')}
        />
      )}
      <SelectField
        label={t('Work after the due date')}
        {...register('late_work')}
        options={LATE_WORK.map((value) => ({ value, label: lateWorkWords[value]() }))}
        helper={t('Each assignment can override this, and a student can get a later date.')}
      />
      <SelectField
        label={t('Work done without a connection')}
        {...register('late_by')}
        options={LATE_BY.map((value) => ({ value, label: lateByWords[value]() }))}
        helper={t('We cannot check the time of a device. You see both times.')}
      />
      <Controller
        name="weekly_mail"
        control={control}
        render={({ field: { value, ...field } }) => (
          <CheckField label={t('Email teachers a summary every Monday')} checked={value} {...field} />
        )}
      />
    </Stack>
  );
}

interface NewClassDialogProps {
  readonly userId: string;
  /** Whether the user can set spending limits for classes. */
  readonly mayLimit: boolean;
  readonly onMade: (classId: string) => void;
  readonly onClose: () => void;
}

export function NewClassDialog({ userId, mayLimit, onMade, onClose }: NewClassDialogProps) {
  const form = useForm<Fields>({ defaultValues: EMPTY });
  // a retry after a lost answer sends the same id
  const [classId] = useState(() => crypto.randomUUID());
  const create = useCreateClass(userId);
  const submit = form.handleSubmit((fields) =>
    create.mutate(
      { ...toChanges(fields, mayLimit), class_id: classId, time_zone: ownTimeZone() },
      { onSuccess: () => onMade(classId), onError: (error) => showErrors(error, form.setError) },
    ),
  );
  return (
    <FormDialog
      title={t('New class')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<FormActions label={t('Create the class')} isPending={create.isPending} onClose={onClose} />}
    >
      <ClassFields userId={userId} form={form} mayLimit={mayLimit} />
      <FormMessage message={create.error ? { kind: 'error', text: errorText(create.error, t('The class could not be created.')) } : null} />
    </FormDialog>
  );
}

interface EditClassDialogProps {
  readonly userId: string;
  readonly group: Class;
  readonly onClose: () => void;
}

export function EditClassDialog({ userId, group, onClose }: EditClassDialogProps) {
  const mayLimit = group.my_role === 'administrator';
  const form = useForm<Fields>({
    defaultValues: {
      name: group.name,
      starts_on: group.starts_on ?? '',
      ends_on: group.ends_on ?? '',
      tokens_each: group.tokens_each === null ? '' : String(group.tokens_each),
      tokens_all: group.tokens_all === null ? '' : String(group.tokens_all),
      weekly_mail: group.weekly_mail,
      group_id: group.group_id ?? '',
      late_work: group.late_work,
      late_by: group.late_by,
    },
  });
  const update = useUpdateClass(userId, group.class_id);
  const submit = form.handleSubmit((fields) =>
    update.mutate(
      { ...toChanges(fields, mayLimit), ...(group.time_zone === null && { time_zone: ownTimeZone() }) },
      {
        onSuccess: () => {
          toast('success', t('Saved'));
          onClose();
        },
        onError: (error) => showErrors(error, form.setError),
      },
    ),
  );
  return (
    <FormDialog
      title={t('Change the class')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<FormActions label={t('Save')} isPending={update.isPending} onClose={onClose} />}
    >
      <ClassFields userId={userId} classId={group.class_id} form={form} mayLimit={mayLimit} />
      <FormMessage message={update.error ? { kind: 'error', text: errorText(update.error, t('The class could not be changed.')) } : null} />
    </FormDialog>
  );
}
