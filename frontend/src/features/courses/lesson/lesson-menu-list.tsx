import { useState } from 'react';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { t } from '#frontend/lib/text.ts';
import RegenerateDialog, { type Rewrite } from '#frontend/features/courses/details/regenerate-dialog.tsx';
import { usePin, type CourseOf } from '#frontend/features/courses/version-queries.ts';

/** The lesson or module a menu belongs to. */
export type MenuSubject =
  | { readonly kind: 'lesson'; readonly lessonId: string; readonly title: string; readonly isPinned: boolean }
  | { readonly kind: 'module'; readonly module: number; readonly title: string; readonly lessons: number; readonly pinned: number };

interface LessonMenuListProps {
  readonly of: CourseOf;
  readonly subject: MenuSubject;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function rewriteOf(subject: MenuSubject): Rewrite {
  return subject.kind === 'lesson'
    ? { target: { lessonId: subject.lessonId }, title: subject.title }
    : { target: { module: subject.module }, title: subject.title, pinned: subject.pinned };
}

/** The actions on a lesson or a module. */
export default function LessonMenuList({ of, subject, anchor, onClose }: LessonMenuListProps) {
  const navigate = useNavigate();
  const { mutate: pin } = usePin(of);
  const [isRegenerating, setRegenerating] = useState(false);
  const { courseId } = of;
  if (isRegenerating) return <RegenerateDialog of={of} rewrite={rewriteOf(subject)} onClose={onClose} />;

  const isPinned = subject.kind === 'lesson' ? subject.isPinned : subject.pinned === subject.lessons;
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
      <MenuItem disabled={isPinned} onClick={() => setRegenerating(true)} sx={{ display: 'block' }}>
        {subject.kind === 'lesson' ? t('Regenerate…') : t('Regenerate module…')}
        {isPinned && (
          <Typography variant="caption" component="div">
            {subject.kind === 'lesson' ? t('Pinned: unpin it first') : t('All its lessons are pinned')}
          </Typography>
        )}
      </MenuItem>
      {subject.kind === 'lesson' && [
        <MenuItem
          key="edit"
          onClick={() => void navigate({ to: '/courses/$courseId/edit/$lessonId', params: { courseId, lessonId: subject.lessonId } })}
        >
          {t('Edit')}
        </MenuItem>,
        <MenuItem
          key="pin"
          onClick={() => {
            pin({ lessonId: subject.lessonId, pinned: !subject.isPinned });
            onClose();
          }}
        >
          {subject.isPinned ? t('Unpin') : t('Pin')}
        </MenuItem>,
      ]}
      <MenuItem onClick={() => void navigate({ to: '/courses/$courseId/history', params: { courseId } })}>{t('History')}</MenuItem>
    </Menu>
  );
}
