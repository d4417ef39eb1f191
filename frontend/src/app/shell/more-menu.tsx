import { createLink } from '@tanstack/react-router';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { t } from '#frontend/lib/text.ts';
import type { Place } from './navigation-bar.tsx';

const Item = createLink((props: MenuItemProps<'a'>) => <MenuItem component="a" {...props} />);

interface MoreMenuProps {
  readonly anchor: HTMLElement;
  readonly places: readonly Place[];
  /** The current place. */
  readonly current: string | null;
  readonly onClose: () => void;
}

/** The places that a phone's navigation bar has behind 'More'; the menu opens above the bar, within reach of the thumb. */
export default function MoreMenu({ anchor, places, current, onClose }: MoreMenuProps) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': t('More') } }}
    >
      {places.map(({ id, caption, href, icon: Icon }) => (
        <Item key={id} to={href} activeOptions={{ exact: true }} selected={id === current} onClick={onClose}>
          <ListItemIcon>
            <Icon aria-hidden />
          </ListItemIcon>
          {caption}
        </Item>
      ))}
    </Menu>
  );
}
