import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { REPORT_REASONS, reportSubject, type SubjectType } from '#contract/moderation/moderation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { reasonWords } from '#frontend/lib/moderation/reason-words.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from './dialogs/form-dialog.tsx';
import { TextField } from './fields/field.tsx';
import { SelectField } from './fields/select-field.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type Reason = (typeof REPORT_REASONS)[number];

interface ReportButtonProps {
  readonly type: SubjectType;
  readonly id: string;
  /** Names the content or its author for screen readers. */
  readonly about: string;
}

/** Reports content to the moderators. */
export function ReportButton({ type, id, about }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>('abuse');
  const [text, setText] = useState('');
  const report = useAction({
    mutationFn: () => call(reportSubject, { body: { subject_type: type, subject_id: id, reason, text } }),
    onSuccess: () => {
      setOpen(false);
      toast('success', t('Reported. The moderators will look at it.'));
    },
    onError: (error) => toast('error', errorText(error, t('The report could not be sent.'))),
  });
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setOpen(true)}>
        {t('Report')}
        <VisuallyHidden> {about}</VisuallyHidden>
      </Button>
      {isOpen && (
        <FormDialog
          title={t('Report to the moderators')}
          onClose={() => setOpen(false)}
          onSubmit={() => report.mutate()}
          actions={<FormActions label={t('Report')} isPending={report.isPending} onClose={() => setOpen(false)} />}
        >
          <Stack sx={{ gap: 2 }}>
            <SelectField
              label={t('Reason')}
              value={reason}
              options={REPORT_REASONS.filter((value) => value !== 'error').map((value) => ({ value, label: reasonWords(value) }))}
              onChange={({ target }) => setReason(REPORT_REASONS.find((one) => one === target.value) ?? 'other')}
            />
            <TextField
              label={t('What should they know?')}
              multiline
              maxLength={1000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Stack>
        </FormDialog>
      )}
    </>
  );
}
