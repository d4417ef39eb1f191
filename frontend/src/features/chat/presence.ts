import type { OnlineUser } from '#contract/chat/chat-message.ts';
import type { ServerMessage } from '#contract/live/live.contract.ts';

interface Online {
  readonly online_users: OnlineUser[];
  readonly total_online: number;
}

/** The online users after a user came, left, or changed status. */
export function withPresence(known: Online, { user_id, name, status, last_seen }: Extract<ServerMessage, { type: 'user_status' }>): Online {
  const wasThere = known.online_users.some((one) => one.user_id === user_id);
  if (status === 'offline') {
    return wasThere
      ? { online_users: known.online_users.filter((one) => one.user_id !== user_id), total_online: known.total_online - 1 }
      : known;
  }
  const now = { user_id, name, status, last_seen };
  return wasThere
    ? { ...known, online_users: known.online_users.map((one) => (one.user_id === user_id ? now : one)) }
    : { online_users: [...known.online_users, now], total_online: known.total_online + 1 };
}

/** The typing users after a user started or stopped typing. */
export function withTyping(known: Online, { user_id, is_typing }: Extract<ServerMessage, { type: 'typing_indicator' }>): Online {
  const status = is_typing ? 'typing' : 'active';
  return { ...known, online_users: known.online_users.map((one) => (one.user_id === user_id ? { ...one, status } : one)) };
}
