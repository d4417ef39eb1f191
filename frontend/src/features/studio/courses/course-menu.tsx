import { lazy } from 'react';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import type { CourseWays } from './course-menu-list.tsx';

const CourseMenuList = lazy(() => import('./course-menu-list.tsx'));

interface CourseMenuProps {
  readonly title: string;
  readonly ways: CourseWays;
}

/** The button for a listed course's menu (CRE-10, G54), which loads when first opened. */
export function CourseMenu({ title, ways }: CourseMenuProps) {
  return (
    <OptionsButton title={title}>{(anchor, onClose) => <CourseMenuList anchor={anchor} ways={ways} onClose={onClose} />}</OptionsButton>
  );
}
