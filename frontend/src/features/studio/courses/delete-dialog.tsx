import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { useDeleteCourse } from './course-mutations.ts';

interface DeleteDialogProps {
  readonly userId: string;
  readonly course: CreatorCourse;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks for confirmation, because a deletion cannot be undone; a course that was sold is kept, and the answer says so. */
export function DeleteDialog({ userId, course, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteCourse(userId);
  return (
    <ConfirmDialog
      title={t('Delete “{title}”?', { title: course.title })}
      act={t('Delete the course')}
      keep={t('Keep it')}
      isPending={remove.isPending}
      error={remove.error && errorText(remove.error, t('The course could not be deleted.'))}
      onConfirm={() => remove.mutate(course, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>{t('The texts are permanently deleted. Lessons written from them stay in My Courses.')}</p>
    </ConfirmDialog>
  );
}
