import { styled } from '@mui/material/styles';
import type { ChatRoom } from '#contract/chat/chat.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const Rooms = styled('nav')(({ theme }) => ({
  gridArea: 'rooms',
  // so that it contains what is hidden from sight
  position: 'relative',
  minWidth: 0,
  marginBlockEnd: 16,
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  [theme.breakpoints.up('md')]: { maxHeight: '18rem', overflowY: 'auto' },
  [theme.breakpoints.down('md')]: { overflowX: 'auto', '& ul': { display: 'flex' }, '& li': { flex: 'none', maxWidth: '14rem' } },
}));
const Room = styled('button')(({ theme }) => ({
  font: 'inherit',
  color: 'inherit',
  textAlign: 'start',
  width: '100%',
  minHeight: 48,
  padding: '8px 12px 8px 16px',
  border: 0,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  background: 'none',
  cursor: 'pointer',
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  '&:hover': { backgroundColor: theme.vars.palette.background.sunken },
  '&[aria-current]': { borderInlineStartColor: theme.vars.palette.primary.main, fontWeight: 600 },
  '& > span:first-of-type': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
}));
const Unread = styled('span')(({ theme }) => ({ fontWeight: 700, color: theme.vars.palette.secondary.main }));

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
    <Rooms aria-label={t('Chats')}>
      <ul>
        {rooms.map((room) => (
          <li key={room.room_id}>
            <Room type="button" aria-current={room.room_id === current ? 'true' : undefined} onClick={() => onRoom(room.room_id)}>
              <span dir="auto">{roomName(room)}</span>
              {room.unread > 0 && (
                <Unread>
                  {formatNumber(room.unread)}
                  <VisuallyHidden> {t('unread')}</VisuallyHidden>
                </Unread>
              )}
            </Room>
          </li>
        ))}
      </ul>
    </Rooms>
  );
}
