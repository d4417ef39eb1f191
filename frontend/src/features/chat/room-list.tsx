import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import type { ChatRoom } from '#contract/chat/chat.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

/** The displayed name of a room. */
export const roomName = ({ kind, name }: ChatRoom): string => (kind === 'community' ? t('Community') : name);

interface RoomListProps {
  readonly rooms: readonly ChatRoom[];
  readonly current: string;
  readonly onRoom: (roomId: string) => void;
}

/** The user's rooms, with the number of unread messages. */
export function RoomList({ rooms, current, onRoom }: RoomListProps) {
  return (
    // positioned, so that it contains what is hidden from sight
    <Box
      component="nav"
      aria-label={t('Chats')}
      sx={{ gridArea: 'rooms', position: 'relative', minWidth: 0, maxHeight: { md: '18rem' }, overflow: 'auto', marginBlockEnd: 2 }}
    >
      <List sx={{ display: { xs: 'flex', md: 'block' } }}>
        {rooms.map((room) => (
          <ListItem
            key={room.room_id}
            disablePadding
            sx={{ flex: 'none', width: { xs: 'auto', md: '100%' }, maxWidth: { xs: '14rem', md: 'none' } }}
          >
            <ListItemButton
              component="button"
              selected={room.room_id === current}
              aria-current={room.room_id === current ? 'true' : undefined}
              onClick={() => onRoom(room.room_id)}
            >
              <ListItemText primary={roomName(room)} slotProps={{ primary: { noWrap: true, dir: 'auto' } }} />
              {room.unread > 0 && (
                <Chip
                  component="span"
                  size="small"
                  color="secondary"
                  sx={{ marginInlineStart: 1 }}
                  label={
                    <>
                      {formatNumber(room.unread)}
                      <VisuallyHidden> {t('unread')}</VisuallyHidden>
                    </>
                  }
                />
              )}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
