import { useMemo, type ReactNode } from 'react';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { CallControls } from './call-controls.tsx';
import { useCall } from './use-call.ts';
import { VideoTile } from './video-tile.tsx';

interface CallViewProps {
  readonly userId: string;
  readonly userName: string;
  readonly roomId: string;
  readonly onEnded: () => void;
  readonly onBack: () => void;
  /** Renders the chat beside the call. */
  readonly renderChat: (chatRoomId: string) => ReactNode;
}

/** A running call: its participants, controls, and the chat beside it. */
export function CallView({ userId, userName, roomId, onEnded, onBack, renderChat }: CallViewProps) {
  const call = useCall({ userId, roomId, onEnded });
  const { room, media, others } = call;
  const own = useMemo(() => new MediaStream(media.video ? [media.video] : []), [media.video]);
  if (call.refusal !== null) {
    return (
      <EmptyState
        title={t('You are not in the call')}
        actions={
          <>
            <Button variant="contained" onClick={onBack}>
              {t('Back to the study rooms')}
            </Button>
            <Button variant="outlined" color="inherit" onClick={call.ask}>
              {t('Try again')}
            </Button>
          </>
        }
      >
        {call.refusal}
      </EmptyState>
    );
  }
  if (!room) return <LoadingState label={t('Joining the study room')} rows={4} />;
  const nameOf = (id: string) => room.participants.find(({ user_id: one }) => one === id)?.name ?? '';
  return (
    <Box sx={{ display: 'grid', gap: '16px 32px', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 24rem' } }}>
      <section aria-label={t('Call')}>
        <Typography variant="h2" dir="auto">
          {room.name}
        </Typography>
        <p>{t('Participants: {names}', { names: formatList(room.participants.map(({ name }) => name)) })}</p>
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 17rem), 1fr))' }}>
          <VideoTile
            name={userName}
            isSelf
            stream={own}
            isConnected
            isMuted={media.isMuted}
            hasPicture={media.video !== null}
            isSharing={media.isSharing}
          />
          {others.map((one) => (
            <VideoTile
              key={one.userId}
              name={nameOf(one.userId)}
              isSelf={false}
              stream={one.stream}
              isConnected={one.isConnected}
              isMuted={one.media.isMuted}
              hasPicture={one.media.hasCamera || one.media.isSharing}
              isSharing={one.media.isSharing}
            />
          ))}
        </Box>
        <CallControls media={media} isEnding={call.isEnding} onEnd={() => void call.end()} />
      </section>
      <Stack component="section" aria-label={t('Group chat')} sx={{ minHeight: '24rem', maxHeight: 'max(28rem, calc(100dvh - 12rem))' }}>
        <SectionHeading>{t('Group chat')}</SectionHeading>
        {renderChat(room.chat_room_id)}
      </Stack>
    </Box>
  );
}
