import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import { useLive, useLiveMessages } from '#frontend/lib/live/use-live.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { chatKey, chatRooms, onlineUsers } from './chat-queries.ts';
import { LiveBadge } from './live-badge.tsx';
import { OnlineList } from './online-list.tsx';
import { withPresence, withTyping } from './presence.ts';
import { RoomList, roomName } from './room-list.tsx';
import { StartChat } from './start-chat.tsx';
import { useTabStatus } from './use-tab-status.ts';

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '0 32px',
  // on a phone the rooms are a row above the open one
  gridTemplate: '"rooms" auto "main" auto "side" auto / minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: {
    gridTemplate: '"main rooms" auto "main side" minmax(0, 1fr) / minmax(0, 1fr) 15rem',
    height: 'max(28rem, calc(100dvh - 15rem))',
    '& > aside': { overflowY: 'auto' },
  },
}));
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
      {rooms.data.rooms.length > 1 && <RoomList rooms={rooms.data.rooms} current={roomId} onRoom={onRoom} />}
      <Card
        component="section"
        aria-label={open ? roomName(open) : t('Community')}
        sx={{
          gridArea: 'main',
          display: 'flex',
          flexDirection: 'column',
          minHeight: 0,
          // the field for messages stays above the bottom bar
          height: { xs: 'max(24rem, calc(100dvh - 22rem))', md: 'auto' },
          padding: { xs: 1.5, md: 2 },
        }}
      >
        <Stack
          direction="row"
          useFlexGap
          sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5, marginBlockEnd: 1 }}
        >
          <Typography variant="h2" dir="auto">
            {open ? roomName(open) : t('Community')}
          </Typography>
          <LiveBadge isLive={live.isLive} />
        </Stack>
        <ChatPanel key={roomId} userId={userId} userName={userName} roomId={roomId} voiceNote={voiceNote} />
      </Card>
      <Stack component="aside" sx={{ gridArea: 'side', gap: 3, marginBlockStart: { xs: 3, md: 0 } }}>
        <StartChat userId={userId} rooms={rooms.data.rooms} onRoom={onRoom} />
        <OnlineList users={online.data?.online_users ?? []} total={online.data?.total_online ?? 0} userId={userId} />
      </Stack>
    </Grid>
  );
}
