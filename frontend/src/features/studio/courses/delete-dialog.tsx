import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { focusAtOnce } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { useDeleteCourse } from './course-mutations.ts';

const Refusal = styled('p')(({ theme }) => ({ color: theme.vars.palette.error.main }));

interface DeleteDialogProps {
  readonly userId: string;
  readonly course: CreatorCourse;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before deleting, because it cannot be undone; a sold course stays, and the answer says so. */
export function DeleteDialog({ userId, course, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteCourse(userId);
  return (
    <AskDialog
      title={t('Delete “{title}”?', { title: course.title })}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="outlined"
            color="error"
            aria-busy={remove.isPending}
            onClick={() => remove.mutate(course, { onSuccess: onDeleted })}
          >
            {t('Delete the course')}
          </Button>
          <Button color="inherit" onClick={onClose} ref={focusAtOnce}>
            {t('Keep it')}
          </Button>
        </>
      }
    >
      <p>{t('Its texts are gone for good. Lessons that were written from it stay in My Courses.')}</p>
      {remove.error && <Refusal role="alert">{errorText(remove.error, t('The course could not be deleted.'))}</Refusal>}
    </AskDialog>
  );
}
