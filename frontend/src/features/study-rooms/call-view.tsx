import { useMemo, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import Button from '@mui/material/Button';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { CallControls } from './call-controls.tsx';
import { useCall } from './use-call.ts';
import { VideoTile } from './video-tile.tsx';

const Layout = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '16px 32px',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 24rem' },
}));
const Tiles = styled('div')({ display: 'grid', gap: 8, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 17rem), 1fr))' });
const Beside = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '24rem',
  maxHeight: 'max(28rem, calc(100dvh - 12rem))',
});
const Heading = styled('h2')(({ theme }) => ({ ...theme.typography.h2, margin: '0 0 8px' }));

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
    <Layout>
      <section aria-label={t('Call')}>
        <Heading dir="auto">{room.name}</Heading>
        <p>{t('Participants: {names}', { names: formatList(room.participants.map(({ name }) => name)) })}</p>
        <Tiles>
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
        </Tiles>
        <CallControls media={media} isEnding={call.isEnding} onEnd={() => void call.end()} />
      </section>
      <Beside aria-label={t('Group chat')}>
        <Heading>{t('Group chat')}</Heading>
        {renderChat(room.chat_room_id)}
      </Beside>
    </Layout>
  );
}
