import { useMemo, type ReactNode, useEffect, useRef } from 'react';
import { styled } from '@mui/material/styles';
import Alert from '@mui/material/Alert';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { useCall } from './use-call.ts';
import type { OwnMedia } from './use-media.ts';

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
        subject="locked"
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
            userId={userId}
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
              userId={one.userId}
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

const Tile = styled('figure')(({ theme }) => ({
  position: 'relative',
  margin: 0,
  aspectRatio: '16 / 9',
  minWidth: 0,
  overflow: 'hidden',
  borderRadius: 4,
  backgroundColor: theme.vars.palette.background.sunken,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  '& video': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  '& video[data-screen]': { objectFit: 'contain' },
  '& video[data-hidden]': { visibility: 'hidden' },
  '& figcaption': {
    ...theme.typography.body2,
    position: 'absolute',
    insetBlockEnd: 0,
    insetInlineStart: 0,
    maxWidth: '100%',
    padding: '4px 10px',
    overflowWrap: 'anywhere',
    backgroundColor: theme.vars.palette.background.paper,
    color: theme.vars.palette.text.primary,
  },
}));

interface VideoTileProps {
  readonly name: string;
  readonly userId: string;
  readonly isSelf: boolean;
  readonly stream: MediaStream;
  readonly isConnected: boolean;
  readonly isMuted: boolean;
  readonly hasPicture: boolean;
  readonly isSharing: boolean;
}

/** A participant: video, name, and whether microphone or camera is off. */
function VideoTile({ name, userId, isSelf, stream, isConnected, isMuted, hasPicture, isSharing }: VideoTileProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current && video.current.srcObject !== stream) video.current.srcObject = stream;
  }, [stream]);
  const notes = [
    ...(isConnected ? [] : [t('connecting')]),
    ...(isMuted ? [t('microphone off')] : []),
    ...(isSharing ? [t('sharing the screen')] : hasPicture ? [] : [t('camera off')]),
  ];
  return (
    <Tile data-testid="tile" data-connected={isConnected}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- live speech has no captions */}
      <video ref={video} autoPlay playsInline muted={isSelf} data-screen={isSharing || undefined} data-hidden={!hasPicture || undefined} />
      {!hasPicture && (
        <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' }}>
          <Face size="large" name={name} userId={userId} />
        </Box>
      )}
      <figcaption>
        <b dir="auto">{name}</b> {isSelf && t('(you)')}
        {notes.length > 0 && <> · {formatList(notes)}</>}
      </figcaption>
    </Tile>
  );
}

// always in view, however large the videos are: nobody should have to search for the exit of a call
const Bar = styled('div')(({ theme }) => ({
  ...stickyFoot(theme),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  marginBlock: 8,
  paddingBlock: 8,
}));
const KINDS = ['audioinput', 'videoinput'] as const;

/** The controls of a call: microphone, camera, screen, devices, End Call. */
function CallControls({ media, onEnd, isEnding }: { readonly media: OwnMedia; readonly onEnd: () => void; readonly isEnding: boolean }) {
  return (
    <>
      <Bar role="group" aria-label={t('Call')}>
        <Button variant="outlined" color="inherit" aria-pressed={media.isMuted} onClick={() => media.mute(!media.isMuted)}>
          {media.isMuted ? t('Unmute') : t('Mute')}
        </Button>
        <Button variant="outlined" color="inherit" aria-pressed={!media.hasCamera} onClick={() => void media.camera(!media.hasCamera)}>
          {media.hasCamera ? t('Camera off') : t('Camera on')}
        </Button>
        {media.canShare && (
          <Button variant="outlined" color="inherit" aria-pressed={media.isSharing} onClick={() => void media.share(!media.isSharing)}>
            {media.isSharing ? t('Stop sharing') : t('Share screen')}
          </Button>
        )}
        <Button variant="contained" color="error" aria-busy={isEnding} onClick={onEnd}>
          {t('End Call')}
        </Button>
      </Bar>
      {media.problem !== null && <Alert severity="error">{media.problem}</Alert>}
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))' }}>
        {KINDS.map((kind) => {
          const known = media.devices.filter((device) => device.kind === kind && device.deviceId !== '');
          if (known.length === 0) return null;
          return (
            <SelectField
              key={kind}
              label={kind === 'audioinput' ? t('Microphone') : t('Camera')}
              value={media.chosen[kind] || known[0]!.deviceId}
              options={known.map(({ deviceId, label }, index) => ({ value: deviceId, label: label || t('Device {n}', { n: index + 1 }) }))}
              onChange={({ target }) => void media.choose(kind, target.value)}
            />
          );
        })}
      </Box>
    </>
  );
}
