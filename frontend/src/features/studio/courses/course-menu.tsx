import { lazy } from 'react';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import type { CourseWays } from './course-menu-list.tsx';

const CourseMenuList = lazy(() => import('./course-menu-list.tsx'));

interface CourseMenuProps {
  readonly title: string;
  readonly ways: CourseWays;
}

/** Opens what else can be done with a course of the list (CRE-10, G54); it arrives when it is first opened. */
export function CourseMenu({ title, ways }: CourseMenuProps) {
  return (
    <OptionsButton title={title}>{(anchor, onClose) => <CourseMenuList anchor={anchor} ways={ways} onClose={onClose} />}</OptionsButton>
  );
}
