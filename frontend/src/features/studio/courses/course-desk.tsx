import { useState } from 'react';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatDollars, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { useDuplicateCourse } from './course-mutations.ts';
import { completionWord, ratingWord } from './course-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';

interface CourseTabsProps {
  readonly courseId: string;
  readonly current: 'lessons' | 'details';
}

/** The two tabs of a creator's course: its lessons with their publication, and its description. */
export function CourseTabs({ courseId, current }: CourseTabsProps) {
  const address = `/studio/courses/${encodeURIComponent(courseId)}`;
  const tabs = [
    { to: address, caption: t('Lessons and publishing') },
    { to: `${address}/edit`, caption: t('Details') },
  ];
  return <FrameTabs label={t('Course')} tabs={tabs} current={current === 'details' ? `${address}/edit` : address} />;
}

/** The figures of a course that only its creator sees. */
export function CourseFigures({ course }: { readonly course: CreatorCourse }) {
  return (
    <FactStrip
      facts={[
        { name: t('Students'), figure: formatNumber(course.students) },
        { name: t('Revenue'), figure: formatDollars(course.revenue) },
        { name: t('Rating'), figure: ratingWord(course) },
        { name: t('Completion'), figure: completionWord(course) },
      ]}
    />
  );
}

interface CourseActionsProps {
  readonly userId: string;
  readonly course: CreatorCourse;
  readonly onDuplicated: (copy: CreatorCourse) => void;
  readonly onDeleted: () => void;
}

/** The actions on the open course (G54). */
export function CourseActions({ userId, course, onDuplicated, onDeleted }: CourseActionsProps) {
  const duplicate = useDuplicateCourse(userId);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <OptionsButton title={course.title}>
        {(anchor, onClose) => (
          <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
            <MenuItem
              onClick={() => {
                onClose();
                duplicate.mutate(course.id, { onSuccess: onDuplicated });
              }}
            >
              {t('Duplicate')}
            </MenuItem>
            <MenuItem
              onClick={() => {
                onClose();
                setDeleting(true);
              }}
            >
              {t('Delete…')}
            </MenuItem>
          </Menu>
        )}
      </OptionsButton>
      {isDeleting && <DeleteDialog userId={userId} course={course} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </>
  );
}
