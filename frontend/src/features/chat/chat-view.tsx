import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { styled } from '@mui/material/styles';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import MuiAvatar from '@mui/material/Avatar';
import ListItemButton from '@mui/material/ListItemButton';
import type { OnlineUser } from '#contract/chat/chat-message.ts';
import { COMMUNITY_ROOM_ID, type ChatRoom } from '#contract/chat/chat.contract.ts';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { useLive, useLiveMessages, type Live } from '#frontend/lib/live/use-live.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { ForumIcon } from '#frontend/ui/icons.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { chatKey, chatRooms, mutedPeople, onlineUsers } from './chat-queries.ts';
import { StartChat } from './start-chat.tsx';

/** Rooms, conversation and people: on a desktop one sheet with rules between them, on a phone one below the other. */
const Grid = styled('div')(({ theme }) => {
  const rule = `1px solid ${theme.vars.palette.line.hairline}`;
  return {
    display: 'grid',
    // on a phone, the rooms are a row above the open room
    gridTemplate: '"rooms" auto "main" auto "side" auto / minmax(0, 1fr)',
    [theme.breakpoints.up('md')]: {
      gridTemplate: '"main rooms" auto "main side" minmax(0, 1fr) / minmax(0, 1fr) 15rem',
      height: 'max(28rem, calc(100dvh - 17.5rem))',
      overflow: 'hidden',
      borderRadius: RADIUS.card,
      border: rule,
      backgroundColor: theme.vars.palette.background.paper,
      boxShadow: theme.vars.palette.shadow.soft,
      '&& > *': { border: 0, borderRadius: 0, boxShadow: 'none', background: 'none' },
      '&& > section': { borderInlineEnd: rule },
      '&& > nav': { borderBlockEnd: rule },
      '& > aside': { overflowY: 'auto', maxHeight: '100%' },
    },
    [theme.breakpoints.up('lg')]: {
      gridTemplate: '"rooms main side" minmax(0, 1fr) / 17rem minmax(0, 1fr) 14rem',
      '&:not(:has(> nav))': { gridTemplate: '"main side" minmax(0, 1fr) / minmax(0, 1fr) 15rem' },
      '&& > nav': { borderBlockEnd: 0, borderInlineEnd: rule, maxHeight: '100%' },
    },
  };
});
interface ChatViewProps {
  readonly userId: string;
  readonly userName: string;
  /** The open room; by default the community's. */
  readonly roomId: string | undefined;
  readonly onRoom: (roomId: string) => void;
  readonly voiceNote?: ReactNode;
}

/** Community Live Chat: the open room, the other rooms, and the online users. */
export function ChatView({ userId, userName, roomId = COMMUNITY_ROOM_ID, onRoom, voiceNote }: ChatViewProps) {
  const cache = useQueryClient();
  const live = useLive(userId);
  useLiveMessages(userId, (message) => {
    const onlineKey = onlineUsers(userId, false).queryKey;
    if (message.type === 'online_users') cache.setQueryData(onlineKey, message);
    if (message.type === 'typing_indicator') cache.setQueryData(onlineKey, (known) => known && withTyping(known, message));
    if (message.type === 'user_status') cache.setQueryData(onlineKey, (known) => known && withPresence(known, message));
    if (message.type === 'rooms_changed' || message.type === 'resync' || (message.type === 'new_message' && message.room_id !== roomId))
      void cache.invalidateQueries({ queryKey: [...chatKey(userId), 'rooms'] });
  });
  useTabStatus(live);
  const rooms = useQuery(chatRooms(userId, live.isPolling));
  const online = useQuery(onlineUsers(userId, live.isPolling));
  if (rooms.error && !rooms.data)
    return <ErrorState title={t('The chat could not be opened')} error={rooms.error} onRetry={() => void rooms.refetch()} />;
  if (!rooms.data) return <LoadingState label={t('Loading the messages')} rows={6} />;
  const open = rooms.data.rooms.find(({ room_id: id }) => id === roomId);
  return (
    <Grid>
      {rooms.data.rooms.length > 1 && <RoomList userId={userId} rooms={rooms.data.rooms} current={roomId} onRoom={onRoom} />}
      <Card
        component="section"
        aria-label={open ? roomName(open) : t('Community')}
        sx={{
          gridArea: 'main',
          display: 'flex',
          flexDirection: 'column',
          minHeight: 0,
          // the field for messages stays above the bottom bar
          height: { xs: `max(22rem, calc(100dvh - ${rooms.data.rooms.length > 1 ? '22rem' : '18rem'}))`, md: 'auto' },
          padding: { xs: 1.5, md: '14px 20px 16px' },
        }}
      >
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '4px 14px', marginBlockEnd: 1.25 }}>
          <Typography component="h2" variant="h3" dir="auto">
            {open && open.kind !== 'community' ? roomName(open) : t('Community Live Chat')}
          </Typography>
          <LiveBadge isLive={live.isLive} />
        </Stack>
        <ChatPanel key={roomId} userId={userId} userName={userName} roomId={roomId} voiceNote={voiceNote} />
      </Card>
      <Card component="aside" sx={{ gridArea: 'side', marginBlockStart: { xs: 3, md: 0 }, padding: 2 }}>
        <Stack sx={{ gap: 3 }}>
          <StartChat userId={userId} rooms={rooms.data.rooms} onRoom={onRoom} />
          <OnlineList users={online.data?.online_users ?? []} total={online.data?.total_online ?? 0} userId={userId} />
        </Stack>
      </Card>
    </Grid>
  );
}

const Dot = styled('span')(({ theme }) => ({
  width: 8,
  height: 8,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.line.waiting,
  '&[data-live]': { backgroundColor: theme.vars.palette.success.main },
}));

/** CHAT-02: 'Live' while the socket is connected, 'Syncing' while messages are polled. Both work, so neither looks alarming. */
function LiveBadge({ isLive }: { readonly isLive: boolean }) {
  return (
    <Stack role="status" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <Dot aria-hidden data-live={isLive || undefined} />
      <Typography component="span" variant="body2" color="textSecondary">
        {isLive ? t('Live') : t('Syncing')}
      </Typography>
    </Stack>
  );
}

/** Reports whether the tab is visible: others see the user as active or away. */
function useTabStatus(live: Live): void {
  const sendStatus = useEffectEvent(() => void live.say({ type: 'user_status', status: document.hidden ? 'other' : 'active' }));
  useEffect(() => {
    const onChange = () => sendStatus();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  useEffect(() => {
    // a user who opens the socket in a hidden tab is not active
    if (live.isLive && document.hidden) sendStatus();
  }, [live.isLive]);
}

interface Online {
  readonly online_users: OnlineUser[];
  readonly total_online: number;
}

/** The online users after a user came, left, or changed status. */
function withPresence(known: Online, { user_id, name, status, last_seen }: Extract<ServerMessage, { type: 'user_status' }>): Online {
  const wasThere = known.online_users.some((one) => one.user_id === user_id);
  if (status === 'offline') {
    return wasThere
      ? { online_users: known.online_users.filter((one) => one.user_id !== user_id), total_online: known.total_online - 1 }
      : known;
  }
  const now = { user_id, name, status, last_seen };
  return wasThere
    ? { ...known, online_users: known.online_users.map((one) => (one.user_id === user_id ? now : one)) }
    : { online_users: [...known.online_users, now], total_online: known.total_online + 1 };
}

/** The typing users after a user started or stopped typing. */
function withTyping(known: Online, { user_id, is_typing }: Extract<ServerMessage, { type: 'typing_indicator' }>): Online {
  const status = is_typing ? 'typing' : 'active';
  return { ...known, online_users: known.online_users.map((one) => (one.user_id === user_id ? { ...one, status } : one)) };
}

const statusWords = (status: OnlineUser['status']): string =>
  status === 'active' ? t('active') : status === 'typing' ? t('is typing') : t('away');

/** CHAT-01: the online users with their status. */
function OnlineList({ users, total, userId }: { readonly users: readonly OnlineUser[]; readonly total: number; readonly userId: string }) {
  return (
    <section aria-label={t('Online users')}>
      <Typography component="h2" variant="h3">
        {t('Online users: {n}', { n: formatNumber(total) })}
      </Typography>
      <List dense>
        {users.map((user) => (
          <ListItem key={user.user_id} disableGutters sx={{ gap: 1.25, overflowWrap: 'anywhere' }}>
            <Face name={user.name} userId={user.user_id} presence={user.status === 'other' ? 'away' : 'here'} />
            <ListItemText
              sx={{ marginBlock: 0 }}
              primary={
                <>
                  <span dir="auto">{user.name}</span> {user.user_id === userId && t('(you)')}
                </>
              }
              secondary={statusWords(user.status)}
            />
          </ListItem>
        ))}
      </List>
    </section>
  );
}

/** The displayed name of a room. */
const roomName = ({ kind, name }: ChatRoom): string => (kind === 'community' ? t('Community') : name);

/** The face of the other person in a direct chat; in other rooms the latest author's, or an icon without messages. */
function RoomFace({ room: { person_id: personId, name, last_message: last } }: { readonly room: ChatRoom }) {
  if (personId !== null) return <Face name={name} userId={personId} />;
  if (last !== null) return <Face name={last.author} userId={last.user_id} />;
  return (
    <MuiAvatar aria-hidden sx={{ width: 36, height: 36 }}>
      <ForumIcon sx={{ fontSize: 20 }} />
    </MuiAvatar>
  );
}

/** On a phone, the rooms are a row above the open room; elsewhere a card beside it. */
const ON_THE_GROUND = {
  '@media (width < 900px)': { border: 0, borderRadius: 0, boxShadow: 'none', background: 'none' },
} as const;

/** What was said last in a room, and by whom where several are. */
export function lastWords({ kind, last_message: last }: ChatRoom, muted: ReadonlySet<string>): string | null {
  if (last === null || last.deleted || muted.has(last.user_id)) return null;
  return kind === 'direct' ? last.content : t('{name}: {value}', { name: last.author, value: last.content });
}

interface RoomListProps {
  readonly userId: string;
  readonly rooms: readonly ChatRoom[];
  readonly current: string;
  readonly onRoom: (roomId: string) => void;
}

/** The user's rooms, with the number of unread messages. */
function RoomList({ userId, rooms, current, onRoom }: RoomListProps) {
  const muted = useQuery(mutedPeople(userId)).data;
  return (
    // positioned, so that visually hidden content stays inside it
    <Card
      component="nav"
      aria-label={t('Chats')}
      sx={{
        gridArea: 'rooms',
        position: 'relative',
        minWidth: 0,
        maxHeight: { md: '18rem' },
        overflow: 'auto',
        marginBlockEnd: { xs: 2, md: 0 },
        ...ON_THE_GROUND,
      }}
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
              sx={{ gap: 1.25 }}
            >
              <RoomFace room={room} />
              <ListItemText
                primary={roomName(room)}
                // who is muted is known before anything is quoted; on a phone a room is a short entry of a row
                secondary={muted && lastWords(room, muted)}
                slotProps={{
                  primary: { noWrap: true, dir: 'auto' },
                  secondary: { noWrap: true, dir: 'auto', 'aria-hidden': true, sx: { display: { xs: 'none', md: 'block' } } },
                }}
              />
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
    </Card>
  );
}
