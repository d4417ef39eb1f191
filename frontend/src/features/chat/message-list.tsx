import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { Line, MessageHead, MessageItem, MessageText } from './message-item.tsx';
import type { RoomState } from './use-room.ts';

const Scroll = styled('div')(({ theme }) => ({
  position: 'relative',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // the component itself keeps the scroll position when older messages are added above
  overflowAnchor: 'none',
  flex: 1,
  minHeight: 160,
  borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
}));
/** A scroll position within this distance of an end counts as being there, in pixels. */
const NEAR = 80;

interface MessageListProps {
  readonly userId: string;
  readonly name: string;
  readonly room: RoomState;
  /** Ids of the users muted by the reader. */
  readonly muted: ReadonlySet<string>;
  readonly onEdit: (message: ChatMessage, content: string) => Promise<boolean>;
  readonly onDelete: (message: ChatMessage) => void;
  /** Called when the newest message is visible. */
  readonly onRead: (place: number) => void;
}

/** The messages, the newest at the end. Scrolling up loads older ones above and keeps the scroll position. */
export function MessageList({ userId, name, room, muted, onEdit, onDelete, onRead }: MessageListProps) {
  const { log, unsent, loadOlder, isLoadingOlder } = room;
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, height: 0, isAtEnd: true });
  const [isBehind, setBehind] = useState(false);
  const messages = log?.messages ?? [];
  const first = messages[0]?.place ?? 0;
  const last = messages.at(-1)?.place ?? 0;

  const readIfSeen = () => {
    if (before.current.isAtEnd && !document.hidden && last > 0) onRead(last);
  };
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = frame.current!;
    before.current.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    before.current.height = scrollHeight;
    if (before.current.isAtEnd) setBehind(false);
    readIfSeen();
    if (scrollTop < NEAR) void loadOlder();
  };
  useLayoutEffect(() => {
    const list = frame.current;
    if (!list) return;
    const was = before.current;
    if (was.isAtEnd) list.scrollTop = list.scrollHeight;
    // messages added above push the content down, so scroll by the same distance
    else if (first < was.first) list.scrollTop += list.scrollHeight - was.height;
    else if (list.scrollHeight > was.height) setBehind(true);
    before.current = { ...was, first, height: list.scrollHeight };
  }, [first, last, unsent]);
  useEffect(() => {
    readIfSeen();
    document.addEventListener('visibilitychange', readIfSeen);
    return () => document.removeEventListener('visibilitychange', readIfSeen);
  });
  const toEnd = () => {
    frame.current!.scrollTop = frame.current!.scrollHeight;
    setBehind(false);
  };
  return (
    <Scroll ref={frame} onScroll={onScroll} tabIndex={0} role="log" aria-label={t('Messages')} aria-busy={log === null || isLoadingOlder}>
      {log?.hasOlder && (
        <Button variant="text" color="inherit" aria-busy={isLoadingOlder} onClick={() => void loadOlder()} sx={{ margin: 1 }}>
          {t('Earlier messages')}
        </Button>
      )}
      <List disablePadding component="ol" sx={{ paddingBlock: 1 }}>
        {messages.map((message, index) => (
          <MessageWithDay
            key={message.message_id}
            message={message}
            previous={messages[index - 1]}
            isOwn={message.user_id === userId}
            isMention={message.mentions.includes(userId)}
            isMuted={muted.has(message.user_id)}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
        {unsent.map((one) => (
          <Line key={one.message_id} data-state={one.state} data-own>
            <Face name={name} userId={userId} />
            <div>
              <MessageHead name={name} facts={[one.state === 'sending' ? t('sending') : t('failed')]} />
              <MessageText>{one.content}</MessageText>
              {one.state === 'failed' && (
                <Button size="small" variant="text" color="inherit" onClick={() => room.discard(one.message_id)}>
                  {t('Discard')}
                </Button>
              )}
            </div>
          </Line>
        ))}
      </List>
      {isBehind && (
        <Box sx={{ position: 'sticky', insetBlockEnd: 8, display: 'flex', justifyContent: 'center' }}>
          <Button variant="contained" size="small" onClick={toEnd}>
            {t('New messages')}
          </Button>
        </Box>
      )}
    </Scroll>
  );
}

type MessageWithDayProps = Parameters<typeof MessageItem>[0] & { readonly previous: ChatMessage | undefined };

/** Messages of one person within this time of each other are one group, ms. */
const GROUPED_MS = 5 * 60_000;

/** Whether a message continues the one above it. */
const goesOn = (message: ChatMessage, above: ChatMessage): boolean =>
  above.user_id === message.user_id && !above.deleted && Date.parse(message.timestamp) - Date.parse(above.timestamp) < GROUPED_MS;

/** A message, below a date heading where a new day begins. Consecutive messages of one person share one name. */
function MessageWithDay({ previous, ...item }: MessageWithDayProps) {
  const day = formatDate(item.message.timestamp);
  const isNewDay = !previous || formatDate(previous.timestamp) !== day;
  return (
    <>
      {isNewDay && (
        <Box component="li" sx={{ paddingBlock: 1, paddingInline: 2 }}>
          <Divider role="presentation">
            <Typography variant="body2" color="textSecondary" component="span">
              {day}
            </Typography>
          </Divider>
        </Box>
      )}
      <MessageItem {...item} isContinued={!isNewDay && !item.isMuted && goesOn(item.message, previous)} />
    </>
  );
}
