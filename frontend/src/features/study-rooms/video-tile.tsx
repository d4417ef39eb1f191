import { useEffect, useRef } from 'react';
import { styled } from '@mui/material/styles';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

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
  readonly isSelf: boolean;
  readonly stream: MediaStream;
  readonly isConnected: boolean;
  readonly isMuted: boolean;
  readonly hasPicture: boolean;
  readonly isSharing: boolean;
}

/** A participant: video, name, and what is muted or off. */
export function VideoTile({ name, isSelf, stream, isConnected, isMuted, hasPicture, isSharing }: VideoTileProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current && video.current.srcObject !== stream) video.current.srcObject = stream;
  }, [stream]);
  const notes = [
    ...(isConnected ? [] : [t('connecting')]),
    ...(isMuted ? [t('microphone off')] : []),
    ...(isSharing ? [t('shares the screen')] : hasPicture ? [] : [t('camera off')]),
  ];
  return (
    <Tile data-testid="tile" data-connected={isConnected}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what somebody says just now has no captions */}
      <video ref={video} autoPlay playsInline muted={isSelf} data-screen={isSharing || undefined} data-hidden={!hasPicture || undefined} />
      <figcaption>
        <b dir="auto">{name}</b> {isSelf && t('(you)')}
        {notes.length > 0 && <> · {formatList(notes)}</>}
      </figcaption>
    </Tile>
  );
}
