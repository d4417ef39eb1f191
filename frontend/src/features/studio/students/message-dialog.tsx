import { useState } from 'react';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import { MESSAGE_SUBJECT_LENGTH, MESSAGES_A_DAY, type Student } from '#contract/market/students.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { useMessage } from './student-queries.ts';

interface MessageDialogProps {
  /** The selected students, or those of the page: their courses are offered. */
  readonly students: readonly Student[];
  readonly isToChosen: boolean;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** Writes a message to the students of one course: to all, or to the selected ones. */
export function MessageDialog({ students, isToChosen, onClose, onSent }: MessageDialogProps) {
  const courses = [...new Map(students.map(({ course }) => [course.id, course])).values()];
  const [courseId, setCourseId] = useState(courses[0]!.id);
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  // retries reuse the id, so they send one message
  const [messageId] = useState(() => crypto.randomUUID());
  const send = useMessage(onSent);
  const to = students.filter(({ course }) => course.id === courseId).map((one) => one.student_id);
  return (
    <FormDialog
      title={t('Message to students')}
      onClose={onClose}
      onSubmit={() =>
        subject.trim() &&
        text.trim() &&
        send.mutate({ courseId, message_id: messageId, subject, text, ...(isToChosen && { student_ids: to }) })
      }
      actions={
        <FormActions label={t('Send message')} isDisabled={!subject.trim() || !text.trim()} isPending={send.isPending} onClose={onClose} />
      }
    >
      <Stack sx={{ gap: 1.5 }}>
        <SelectField
          label={t('Students of')}
          value={courseId}
          onChange={({ target }) => setCourseId(target.value)}
          options={courses.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <Typography>
          {isToChosen ? t('To the {n} chosen of this course.', { n: to.length }) : t('To all students of this course.')}
        </Typography>
        <TextField
          label={t('Subject')}
          maxLength={MESSAGE_SUBJECT_LENGTH}
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <TextField
          label={t('Message')}
          multiline
          minRows={5}
          maxLength={MARKET_TEXT_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Typography variant="body2" color="textSecondary">
          {t('It appears in the product, and goes by mail to those who want mails. You can send {n} messages a day.', {
            n: MESSAGES_A_DAY,
          })}
        </Typography>
      </Stack>
    </FormDialog>
  );
}
