import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { createLink } from '@tanstack/react-router';
import { t } from '#frontend/lib/text.ts';
import { OptionsButton } from '#frontend/ui/options-button.tsx';

const Item = createLink(MenuItem);

/** Everything else one can do with a course. */
export function CourseDetailsMenu({ courseId, title }: { readonly courseId: string; readonly title: string }) {
  return (
    <OptionsButton title={title}>
      {(anchor, onClose) => (
        <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
          <Item to="/courses/$courseId/glossary" params={{ courseId }}>
            {t('Glossary')}
          </Item>
          <Item to="/courses/$courseId/history" params={{ courseId }}>
            {t('History')}
          </Item>
          <Item to="/courses/$courseId/about" params={{ courseId }}>
            {t('Share and download')}
          </Item>
        </Menu>
      )}
    </OptionsButton>
  );
}
