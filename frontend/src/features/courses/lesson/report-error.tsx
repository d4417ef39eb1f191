import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { REPORTED_PASSAGE, REPORT_TEXT, reportSubject } from '#contract/moderation/moderation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';

interface ReportErrorProps {
  readonly courseId: string;
  readonly lessonId: string;
}

/** A link in a lesson for reporting an error to the operators, with the passage: the selected words, if there are any. */
export default function ReportError({ courseId, lessonId }: ReportErrorProps) {
  const [passage, setPassage] = useState<string | null>(null);
  const [text, setText] = useState('');
  const report = useAction({
    mutationFn: () =>
      call(reportSubject, {
        body: { subject_type: 'lesson', subject_id: `${courseId}:${lessonId}`, reason: 'error', text, passage: passage ?? '' },
      }),
    onSuccess: () => {
      setPassage(null);
      setText('');
      toast('success', t('Reported. The operators will look at it.'));
    },
    onError: (error) => toast('error', errorText(error, t('The report could not be sent.'))),
  });
  return (
    <>
      <Button
        size="small"
        color="inherit"
        sx={{ justifySelf: 'start', alignSelf: 'flex-start' }}
        onClick={() => setPassage((globalThis.getSelection()?.toString() ?? '').trim().slice(0, REPORTED_PASSAGE))}
      >
        {t('Report an error')}
      </Button>
      {passage !== null && (
        <FormDialog
          title={t('Report an error')}
          onClose={() => setPassage(null)}
          onSubmit={() => report.mutate()}
          actions={<FormActions label={t('Report')} isPending={report.isPending} onClose={() => setPassage(null)} />}
        >
          <Stack sx={{ gap: 2 }}>
            <TextField
              label={t('Which words are wrong?')}
              helper={t('Copy the words from the lesson, or select them before you press the button.')}
              multiline
              maxLength={REPORTED_PASSAGE}
              value={passage}
              onChange={({ target }) => setPassage(target.value)}
            />
            <TextField
              label={t('What is correct, and how do you know?')}
              multiline
              maxLength={REPORT_TEXT}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Stack>
        </FormDialog>
      )}
    </>
  );
}
