import { lazy } from 'react';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import type { MenuSubject } from './lesson-menu-list.tsx';
import type { CourseOf } from '#frontend/features/courses/version-queries.ts';

const LessonMenuList = lazy(() => import('./lesson-menu-list.tsx'));

interface LessonMenuProps {
  readonly of: CourseOf;
  readonly subject: MenuSubject;
}

/** The button for the menu of a lesson or a module; the menu's code loads when it is first opened. */
export function LessonMenu({ of, subject }: LessonMenuProps) {
  return (
    <OptionsButton title={subject.title}>
      {(anchor, onClose) => <LessonMenuList of={of} subject={subject} anchor={anchor} onClose={onClose} />}
    </OptionsButton>
  );
}
