import { useState } from 'react';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
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
      <LinkButton to="/studio/courses/$courseId/edit" params={{ courseId: course.id }} variant="contained">
        {t('Edit')}
      </LinkButton>
      <Button variant="outlined" color="inherit" onClick={onWrite}>
        {t('Write its lessons')}
      </Button>
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
    </Stack>
  );
}
