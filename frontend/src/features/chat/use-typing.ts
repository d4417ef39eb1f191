import { useEffect, useRef, useState } from 'react';
import { reportTyping, TYPING_MS } from '#contract/chat/chat.contract.ts';
import type { TypingUser } from '#contract/chat/chat-message.ts';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import type { Live } from '#frontend/lib/live/use-live.ts';

/** Interval for repeating the signal during typing: the others expire it a second after its duration. */
const REPEAT_MS = 2_000;
const FORGET_MS = TYPING_MS + 1_000;

/** Sends a typing signal: starts at the first key, ends after 3 s without one, with an empty field, or on blur (CHAT-13). */
export function useReportTyping({ userId, userName, roomId, live }: { userId: string; userName: string; roomId: string; live: Live }) {
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

/** Who else is typing in a room, from the socket. */
export function useTypingUsers(roomId: string): {
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
