import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import type { Delivery, LiveFeed } from '#domain/platform/live/feed.ts';
import { blockedSoon, membersSoon } from './chat-access.ts';
import { messagesByIds, readStored } from './chat-message.queries.ts';
import { listOnline, namesOf, presenceOf, visibleNamesOf } from './presence.queries.ts';

/** When more users than this come and go at once, one list replaces the single events. */
const MOST_SINGLE = 20;

/** Returns the recipients of a room's messages. */
async function audiences(roomIds: readonly string[]): Promise<(roomId: string) => Delivery['to']> {
  const members = await membersSoon(roomIds.filter((id) => id !== COMMUNITY_ROOM_ID));
  return (roomId) => (roomId === COMMUNITY_ROOM_ID ? 'chatters' : (members.get(roomId) ?? []));
}

/** Returns the messages of events, by id: as sent with the event, or read now if a message was too long or has changed since. */
async function messagesOf(events: readonly (readonly string[])[]): Promise<Map<string, ChatMessage>> {
  const ids = [...new Set(events.flatMap(([, id, row]) => (row === undefined ? id! : [])))];
  const read = ids.length > 0 ? await messagesByIds(ids) : [];
  const carried = events.flatMap(([, , row]) => (row === undefined ? [] : readStored(row)));
  return new Map([...carried, ...read].map((one) => [one.message_id, one]));
}

const messages: LiveFeed = {
  topic: 'chat.message',
  async deliver(events) {
    const found = await messagesOf(events);
    const to = await audiences(events.map(([roomId]) => roomId!));
    const blocked = await blockedSoon([...found.values()].map(({ user_id: id }) => id));
    return events.flatMap(([roomId, id]) => {
      const message = found.get(id!);
      if (!message) return [];
      // two changes that were read together are sent once
      found.delete(id!);
      const except = blocked.get(message.user_id) ?? new Set();
      return [{ to: message.held ? [message.user_id] : to(roomId!), except, message: { type: 'new_message', room_id: roomId!, message } }];
    });
  },
};

const typing: LiveFeed = {
  topic: 'chat.typing',
  async deliver(events) {
    const ids = events.map(([, accountId]) => accountId!);
    const [to, blocked, names] = await Promise.all([audiences(events.map(([roomId]) => roomId!)), blockedSoon(ids), namesOf(ids)]);
    return events.map(([roomId, accountId, is]) => ({
      to: to(roomId!),
      except: new Set([...(blocked.get(accountId!) ?? []), accountId!]),
      message: {
        type: 'typing_indicator',
        room_id: roomId!,
        user_id: accountId!,
        user_name: names.get(accountId!) ?? '',
        is_typing: is === '1',
      },
    }));
  },
};

const presence: LiveFeed = {
  topic: 'chat.presence',
  async deliver(events) {
    const ids = [...new Set(events.map(([accountId]) => accountId!))];
    if (ids.length > MOST_SINGLE) return [{ to: 'chatters', message: { type: 'online_users', ...(await listOnline(null)) } }];
    const [there, names, blocked] = await Promise.all([presenceOf(ids), visibleNamesOf(ids), blockedSoon(ids)]);
    return [...names].map(([id, name]) => {
      const online = there.find(({ user_id: one }) => one === id);
      return {
        to: 'chatters',
        except: blocked.get(id) ?? new Set(),
        message: online
          ? { type: 'user_status', ...online }
          : { type: 'user_status', user_id: id, name, status: 'offline', last_seen: new Date().toISOString() },
      };
    });
  },
};

const rooms: LiveFeed = {
  topic: 'chat.rooms',
  deliver: async (events) => [{ to: new Set(events.flat()), message: { type: 'rooms_changed' } }],
};

/** Live feeds of the chat. */
export const CHAT_FEEDS: readonly LiveFeed[] = [messages, typing, presence, rooms];
