import { lazy, Suspense, useState } from 'react';
import MoreIcon from '@mui/icons-material/MoreVertOutlined';
import { t } from '#frontend/lib/text.ts';
import { IconButton } from '#frontend/ui/icon-button.tsx';
import type { MenuSubject } from './lesson-menu-list.tsx';
import type { CourseOf } from './version-queries.ts';

const LessonMenuList = lazy(() => import('./lesson-menu-list.tsx'));

interface LessonMenuProps {
  readonly of: CourseOf;
  readonly subject: MenuSubject;
}

/** Opens the menu of a lesson or a module; what is in it arrives when it is first opened. */
export function LessonMenu({ of, subject }: LessonMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    // Focus comes back here, also when the menu has made way for a dialog.
    anchor?.focus();
    setAnchor(null);
  };
  return (
    <>
      <IconButton
        aria-label={t('Options: {title}', { title: subject.title })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon fontSize="small" aria-hidden />
      </IconButton>
      {anchor && (
        <Suspense>
          <LessonMenuList of={of} subject={subject} anchor={anchor} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
