import * as study from '#contract/study-rooms/study-rooms.contract.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { config } from '#domain/platform/config.ts';
import { createStudyRoom, joinStudyRoom, leaveStudyRoom } from '#domain/study-rooms/study-room.commands.ts';
import { findStudyRoom, listStudyRooms } from '#domain/study-rooms/study-room.queries.ts';

export function mountStudyRooms(router: ApiRouter): void {
  mount(router, study.listStudyRooms, async ({ user }) => ({ status: 200, body: { rooms: await listStudyRooms(user.userId) } }));

  mount(router, study.createStudyRoom, async ({ user, body }) => ({
    status: 200,
    body: {
      room: await createStudyRoom({ accountId: user.userId, clientKey: body.client_key, name: body.name }),
      ice_servers: [...config().iceServers],
    },
  }));

  mount(router, study.readStudyRoom, async ({ user, params }) => ({
    status: 200,
    body: { room: await findStudyRoom(user.userId, params.room_id) },
  }));

  mount(router, study.joinStudyRoom, async ({ user, params }) => ({
    status: 200,
    body: { room: await joinStudyRoom({ accountId: user.userId, roomId: params.room_id }), ice_servers: [...config().iceServers] },
  }));

  mount(router, study.leaveStudyRoom, async ({ user, params }) => ({
    status: 200,
    body: { room: await leaveStudyRoom({ accountId: user.userId, roomId: params.room_id }) },
  }));
}
