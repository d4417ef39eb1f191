import * as chat from '#contract/chat/chat.contract.ts';
import { listMessages } from '#domain/chat/chat-message.queries.ts';
import { listRooms } from '#domain/chat/chat-rooms.queries.ts';
import { openDirectRoom, openGroupRoom, markRead } from '#domain/chat/chat-room.commands.ts';
import { postMessage, deleteMessage, editMessage } from '#domain/chat/message.commands.ts';
import { reportTyping, recordPolling } from '#domain/chat/record-presence.command.ts';
import { listOnline, listTyping } from '#domain/chat/presence.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountChat(router: ApiRouter): void {
  mount(router, chat.listChatMessages, async ({ user, query }) => ({
    status: 200,
    body: await listMessages({
      accountId: user.userId,
      roomId: query.room_id,
      limit: query.limit,
      before: query.before,
      after: query.after,
    }),
  }));

  mount(router, chat.sendChatMessage, async ({ user, body }) => {
    const message = await postMessage({
      accountId: user.userId,
      roomId: body.room_id,
      messageId: body.message_id,
      content: body.content,
      mentions: body.mentions,
    });
    return { status: 200, body: { message_id: body.message_id, detail: message.held ? 'held' : 'sent', message } };
  });

  mount(router, chat.editChatMessage, async ({ user, params, body }) => ({
    status: 200,
    body: { message: await editMessage({ accountId: user.userId, messageId: params.message_id, content: body.content }) },
  }));

  mount(router, chat.deleteChatMessage, async ({ user, params }) => ({
    status: 200,
    body: { message: await deleteMessage({ accountId: user.userId, messageId: params.message_id }) },
  }));

  mount(router, chat.listOnlineUsers, async ({ user }) => {
    await recordPolling(user.userId);
    return { status: 200, body: await listOnline(user.userId) };
  });

  mount(router, chat.reportTyping, async ({ user, body }) => {
    await reportTyping({ accountId: user.userId, roomId: body.room_id, isTyping: body.is_typing });
    return { status: 200, body: { is_typing: body.is_typing } };
  });

  mount(router, chat.listTypingUsers, async ({ user, query }) => ({
    status: 200,
    body: { typing_users: await listTyping({ accountId: user.userId, roomId: query.room_id }) },
  }));

  mount(router, chat.listChatRooms, async ({ user }) => ({ status: 200, body: { rooms: await listRooms(user.userId) } }));

  mount(router, chat.openChatRoom, async ({ user, body }) => {
    const accountId = user.userId;
    const { person_id: personId, group_id: groupId = '' } = body;
    const room = personId === undefined ? openGroupRoom({ accountId, groupId }) : openDirectRoom({ accountId, personId });
    return { status: 200, body: { room: await room } };
  });

  mount(router, chat.markChatRead, async ({ user, params, body }) => ({
    status: 200,
    body: { unread: await markRead({ accountId: user.userId, roomId: params.room_id, place: body.place }) },
  }));
}
