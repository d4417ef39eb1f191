import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';

interface UnrelatedDialogProps {
  /** Title of the course to be published. */
  readonly title: string;
  /** The course whose lessons were chosen. */
  readonly chosen: CourseSummary | undefined;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before lessons are chosen that share no word with the title: buyers would pay for another subject. */
export function UnrelatedDialog({ title, chosen, isPending, onConfirm, onClose }: UnrelatedDialogProps) {
  return (
    <ConfirmDialog
      title={t('Do these lessons belong to “{title}”?', { title })}
      act={t('Use these lessons')}
      keep={t('Choose other lessons')}
      isDestructive={false}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('The title and the lessons of “{chosen}” have no word in common:', { chosen: chosen?.title ?? '' })}</p>
      <ul>
        {chosen?.modules.flatMap(({ lessons }, module) =>
          lessons.map((lesson, at) => (
            <li key={`${module}_${at}`} dir="auto">
              {lesson.title}
            </li>
          )),
        )}
      </ul>
    </ConfirmDialog>
  );
}
