import { lazy, Suspense, useState } from 'react';
import MoreIcon from '@mui/icons-material/MoreVertOutlined';
import { t } from '#frontend/lib/text.ts';
import { IconButton } from '#frontend/ui/icon-button.tsx';
import type { CourseWays } from './course-menu-list.tsx';

const CourseMenuList = lazy(() => import('./course-menu-list.tsx'));

interface CourseMenuProps {
  readonly title: string;
  readonly ways: CourseWays;
}

/** Opens what else can be done with a course of the list (CRE-10, G54); it arrives when it is first opened. */
export function CourseMenu({ title, ways }: CourseMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('Options: {title}', { title })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon fontSize="small" aria-hidden />
      </IconButton>
      {anchor && (
        <Suspense>
          <CourseMenuList
            anchor={anchor}
            ways={ways}
            onClose={() => {
              // Focus comes back here, also when the menu has made way for a dialog.
              anchor.focus();
              setAnchor(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
