import { CHAT_FEEDS } from '#domain/chat/chat-feeds.ts';
import { recordPresence, closePresence, removePresence, renewPresence, reportTyping } from '#domain/chat/record-presence.command.ts';
import { listOnline } from '#domain/chat/presence.queries.ts';
import { allowedAmong, findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { sendSignal } from '#domain/study-rooms/study-room.commands.ts';
import { STUDY_FEEDS } from '#domain/study-rooms/study-feeds.ts';
import type { LiveTalk } from './live-hub.ts';

/** The features that use sockets. */
export const LIVE_HANDLERS: LiveTalk = {
  feeds: [...CHAT_FEEDS, ...STUDY_FEEDS],
  chattersAmong: (accountIds) => allowedAmong(accountIds, 'chat_with_strangers'),
  async onOpen({ userId: accountId }, processId) {
    await recordPresence({ accountId, processId, active: true });
    return [{ type: 'online_users', ...(await listOnline(accountId)) }];
  },
  onLeft: (accountId, processId) => removePresence({ accountId, processId }),
  async onMessage({ userId: accountId }, message, processId) {
    if (message.type !== 'signal' && !(await isChatter(accountId))) return;
    if (message.type === 'typing_indicator') {
      await reportTyping({ accountId, roomId: message.room_id, isTyping: message.is_typing, processId });
    } else if (message.type === 'user_status') {
      await recordPresence({ accountId, processId, active: message.status === 'active' });
    } else {
      await sendSignal({ accountId, roomId: message.room_id, to: message.to, data: message.data });
    }
  },
  onBeat: renewPresence,
  onClose: closePresence,
};

const isChatter = async (accountId: string): Promise<boolean> => (await findAgeRefusal(accountId, 'chat_with_strangers')) === null;
