import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { deleteChatMessage, editChatMessage, markChatRead, reportTyping, TYPING_MS } from '#contract/chat/chat.contract.ts';
import type { ChatMessage, TypingUser } from '#contract/chat/chat-message.ts';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList } from '#frontend/lib/format.ts';
import { useLive, useLiveMessages, type Live } from '#frontend/lib/live/use-live.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ChatComposer } from './chat-composer.tsx';
import { chatKey, mutedPeople, onlineUsers, typingUsers } from './chat-queries.ts';
import { MessageList } from './message-list.tsx';
import { useRoom } from './use-room.ts';

const NOBODY: ReadonlySet<string> = new Set();

interface ChatPanelProps {
  readonly userId: string;
  readonly userName: string;
  readonly roomId: string;
  /** The link to record a voice note. */
  readonly voiceNote?: ReactNode;
}

/** One room: its messages, who is typing, and the composer. Pass the room's id as `key`. */
export function ChatPanel({ userId, userName, roomId, voiceNote }: ChatPanelProps) {
  const cache = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const heardTyping = useTypingUsers(roomId);
  const live = useLive(userId);
  const room = useRoom(roomId, live.isPolling);
  useLiveMessages(userId, (message) => {
    heardTyping.applyMessage(message);
    if (message.type === 'new_message' && message.room_id === roomId) room.take(message.message);
    if (message.type === 'resync') void room.catchUp();
  });
  const asked = useQuery(typingUsers(userId, roomId, live.isPolling));
  const muted = useQuery(mutedPeople(userId)).data ?? NOBODY;
  const online = useQuery(onlineUsers(userId, live.isPolling));
  const typing = useReportTyping({ userId, userName, roomId, live });
  const heard: readonly TypingUser[] = live.isPolling ? (asked.data?.typing_users ?? []) : heardTyping.typing;
  const typers = heard.filter(({ user_id: id }) => !muted.has(id));
  const people = peopleOf(room.log?.messages ?? [], online.data?.online_users ?? []).filter(({ user_id: id }) => id !== userId);
  const onRead = useReading(async (place) => {
    await call(markChatRead, { params: { room_id: roomId }, body: { place } });
    await cache.invalidateQueries({ queryKey: [...chatKey(userId), 'rooms'] });
  });
  const onEdit = async ({ message_id }: ChatMessage, content: string) => {
    try {
      room.take((await call(editChatMessage, { params: { message_id }, body: { content } })).message);
      return true;
    } catch (error) {
      toast('error', errorText(error, t('The message could not be changed.')));
      return false;
    }
  };
  const onDelete = ({ message_id }: ChatMessage) => {
    call(deleteChatMessage, { params: { message_id } }).then(
      ({ message }) => room.take(message),
      (error: unknown) => toast('error', errorText(error, t('The message could not be deleted.'))),
    );
  };
  const isEmpty = room.log !== null && room.log.messages.length === 0 && room.unsent.length === 0;
  return (
    <Stack sx={{ flex: 1, minWidth: 0, minHeight: 0 }}>
      {room.log === null && room.problem !== null ? (
        <ErrorState title={room.problem} onRetry={() => void room.catchUp()} />
      ) : room.log === null ? (
        <LoadingState label={t('Loading the messages')} rows={6} />
      ) : isEmpty ? (
        <Box sx={{ flex: 1, overflowY: 'auto', display: 'grid', alignContent: 'safe center', justifyItems: 'center' }}>
          <EmptyState
            subject="messages"
            title={t('No messages yet')}
            actions={
              <Button variant="contained" onClick={() => field.current?.focus()}>
                {t('Write the first message')}
              </Button>
            }
          >
            {t('Say hello, ask a question, or share what you are learning. Everyone in this chat can answer.')}
          </EmptyState>
        </Box>
      ) : (
        <MessageList userId={userId} name={userName} room={room} muted={muted} onEdit={onEdit} onDelete={onDelete} onRead={onRead} />
      )}
      <Typography role="status" component="div" variant="body2" color="textSecondary" sx={{ minHeight: '1.6em', marginBlockStart: 'auto' }}>
        {typers.length > 0 && typingWords(typers)}
      </Typography>
      <ChatComposer
        field={field}
        draftKey={`chat:${userId}:${roomId}`}
        isLoading={room.log === null}
        people={people}
        problem={room.log === null ? null : room.problem}
        onType={typing.onType}
        onBlur={typing.stop}
        onSend={async (content, mentions) => {
          typing.stop();
          return room.send(content, mentions);
        }}
        voiceNote={voiceNote}
      />
    </Stack>
  );
}

const typingWords = (typers: readonly TypingUser[]): string =>
  typers.length > 3
    ? t('Several people are typing')
    : typers.length === 1
      ? t('{name} is typing', { name: typers[0]!.user_name })
      : t('{names} are typing', { names: formatList(typers.map(({ user_name: name }) => name)) });

/** The users who can be mentioned: authors of messages and online users. */
function peopleOf(messages: readonly ChatMessage[], online: readonly { user_id: string; name: string }[]) {
  const authors = messages.map(({ user_id, author }) => ({ user_id, name: author }));
  return [...new Map([...authors, ...online.map(({ user_id, name }) => ({ user_id, name }))].map((one) => [one.user_id, one])).values()];
}

/** Pause before the reading position is sent. */
const PAUSE_MS = 800;

/** Sends the reading position to the server, at most once per pause and only forwards. The next position makes up for a failed one. */
function useReading(report: (place: number) => Promise<void>): (place: number) => void {
  const [place, setPlace] = useState(0);
  const reportedPlace = useRef(0);
  const send = useEffectEvent(() => {
    if (place <= reportedPlace.current) return;
    reportedPlace.current = place;
    report(place).catch(() => (reportedPlace.current = 0));
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [place]);
  return (seen) => setPlace((before) => Math.max(before, seen));
}

/** Interval for repeating the signal while the user types; others drop a signal one second after its duration. */
const REPEAT_MS = 2_000;
const FORGET_MS = TYPING_MS + 1_000;

/** Sends a typing signal: starts at the first key, and ends after 3 s without a key, when the field is empty, or on blur (CHAT-13). */
function useReportTyping({ userId, userName, roomId, live }: { userId: string; userName: string; roomId: string; live: Live }) {
  const said = useRef<{ at: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const sendTyping = (isTyping: boolean) => {
    const body = { user_id: userId, user_name: userName, is_typing: isTyping, room_id: roomId };
    // a lost signal does no harm
    if (!live.say({ type: 'typing_indicator', ...body })) call(reportTyping, { body }).catch(() => undefined);
  };
  const stop = () => {
    if (!said.current) return;
    clearTimeout(said.current.timer);
    said.current = null;
    sendTyping(false);
  };
  const onType = (text: string) => {
    if (text.trim() === '') return stop();
    const now = performance.now();
    const isNew = !said.current || now - said.current.at > REPEAT_MS;
    if (said.current) clearTimeout(said.current.timer);
    said.current = { at: isNew || !said.current ? now : said.current.at, timer: setTimeout(stop, TYPING_MS) };
    if (isNew) sendTyping(true);
  };
  const last = useRef(stop);
  useEffect(() => {
    last.current = stop;
  });
  useEffect(() => () => last.current(), []);
  return { onType, stop };
}

/** The other users typing in a room, from the socket. */
function useTypingUsers(roomId: string): {
  readonly typing: readonly TypingUser[];
  readonly applyMessage: (message: ServerMessage) => void;
} {
  const [heard, setHeard] = useState<readonly (TypingUser & { readonly until: number })[]>([]);
  useEffect(() => {
    if (heard.length === 0) return;
    const next = Math.min(...heard.map(({ until }) => until)) - performance.now();
    const timer = setTimeout(() => setHeard((all) => all.filter(({ until }) => until > performance.now())), Math.max(0, next) + 10);
    return () => clearTimeout(timer);
  }, [heard]);
  const applyMessage = (message: ServerMessage) => {
    const gone =
      message.type === 'typing_indicator' && message.room_id === roomId
        ? message.user_id
        : message.type === 'new_message' || (message.type === 'user_status' && message.status === 'offline')
          ? message.type === 'new_message'
            ? message.message.user_id
            : message.user_id
          : null;
    if (gone === null) return;
    const isTyping = message.type === 'typing_indicator' && message.is_typing;
    setHeard((all) => [
      ...all.filter(({ user_id: id }) => id !== gone),
      ...(isTyping ? [{ user_id: gone, user_name: message.user_name, until: performance.now() + FORGET_MS }] : []),
    ]);
  };
  return { typing: heard, applyMessage };
}
