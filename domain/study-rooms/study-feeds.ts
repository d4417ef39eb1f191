import { database } from '#domain/platform/database.ts';
import type { LiveFeed } from '#domain/platform/live/feed.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { STUDY_SEAT_SECONDS } from '#contract/study-rooms/study-rooms.contract.ts';

/** Any user of the chat may be viewing the list of rooms. */
const rooms: LiveFeed = {
  topic: 'study.room',
  deliver: async (events) =>
    [...new Set(events.map(([id]) => id!))].map((room_id) => ({ to: 'chatters', message: { type: 'study_room', room_id } })),
};

const signals: LiveFeed = {
  topic: 'study.signal',
  async deliver(events) {
    const rows = await database()('study_signal')
      .whereIn(
        'id',
        events.map(([id]) => Number(id)),
      )
      .where('created_at', '>', expression(database(), sql`now() - make_interval(secs => ${STUDY_SEAT_SECONDS})`))
      .orderBy('id')
      .select('room_id', 'from_id', 'to_id', 'data');
    return rows.map((row) => ({
      to: [row.to_id],
      message: { type: 'signal', room_id: row.room_id, from: row.from_id, data: row.data },
    }));
  },
};

/** Live feeds of study rooms. */
export const STUDY_FEEDS: readonly LiveFeed[] = [rooms, signals];
