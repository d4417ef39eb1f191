import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { useDuplicateCourse } from './course-mutations.ts';
import { DeleteDialog } from './delete-dialog.tsx';

interface CourseActionsProps {
  readonly userId: string;
  readonly course: CreatorCourse;
  readonly onWrite: () => void;
  readonly onDuplicated: (copy: CreatorCourse) => void;
  readonly onDeleted: () => void;
}

/** The actions on the open course (G54). */
export function CourseActions({ userId, course, onWrite, onDuplicated, onDeleted }: CourseActionsProps) {
  const duplicate = useDuplicateCourse(userId);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
      <LinkButton to="/studio/courses/$courseId/edit" params={{ courseId: course.id }} variant="outlined" color="inherit">
        {t('Edit')}
      </LinkButton>
      <Button variant="outlined" color="inherit" onClick={onWrite}>
        {t('Write its lessons')}
      </Button>
      <Button
        variant="outlined"
        color="inherit"
        aria-busy={duplicate.isPending}
        onClick={() => duplicate.mutate(course.id, { onSuccess: onDuplicated })}
      >
        {t('Duplicate')}
      </Button>
      <Button color="error" onClick={() => setDeleting(true)}>
        {t('Delete…')}
      </Button>
      {isDeleting && <DeleteDialog userId={userId} course={course} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </Stack>
  );
}
