import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNavigate } from '@tanstack/react-router';
import { t } from '#frontend/lib/text.ts';

export interface CourseMenuActions {
  readonly courseId: string;
  readonly onWrite: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

interface CourseMenuListProps {
  readonly anchor: HTMLElement;
  readonly ways: CourseMenuActions;
  readonly onClose: () => void;
}

/** The actions on a listed course, except editing and viewing it. */
export default function CourseMenuList({ anchor, ways, onClose }: CourseMenuListProps) {
  const navigate = useNavigate();
  const entry = (caption: string, act: () => void) => (
    <MenuItem
      onClick={() => {
        onClose();
        act();
      }}
    >
      {caption}
    </MenuItem>
  );
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
      {entry(t('Publish…'), () => void navigate({ to: '/studio/courses/$courseId', params: { courseId: ways.courseId }, hash: 'publish' }))}
      {entry(t('Write its lessons'), ways.onWrite)}
      {entry(t('Duplicate'), ways.onDuplicate)}
      {entry(t('Delete…'), ways.onDelete)}
    </Menu>
  );
}
