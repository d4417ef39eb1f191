import type { Page } from '@playwright/test';
import { type Scene, text } from './scenes.ts';
import { mockAnswer } from '../mocks.ts';

const ROOM = '00000000-0000-7000-8000-0000000c4a70';
const message = { room_id: ROOM, edited: false, deleted: false, held: false, mentions: [] as string[] };
const MESSAGES = [
  { author: 'Ben Adeyemi', user_id: 'ben', avatar_color: 'green', content: 'Has anybody kept bees on a roof?' },
  {
    author: 'Carol Lund',
    user_id: 'carol',
    avatar_color: 'orange',
    content: 'Two summers. Mind the wind: a low wall on the west side\nhelped more than anything.',
  },
  { author: 'Ben Adeyemi', user_id: 'ben', avatar_color: 'green', content: 'Thank you. How high is the wall?', edited: true },
  { author: 'Carol Lund', user_id: 'carol', avatar_color: 'orange', content: '', deleted: true },
].map((one, index) => ({
  ...message,
  ...one,
  message_id: `m${index}`,
  place: index + 1,
  changed: index + 1,
  timestamp: `2026-11-20T10:0${index}:00.000Z`,
}));
const room = { kind: 'direct', name: '', person_id: null, group_id: null, unread: 0, last_message: null };
const ONLINE = [
  { user_id: 'ben', name: 'Ben Adeyemi', status: 'typing', last_seen: '2026-11-20T10:05:00.000Z' },
  { user_id: 'carol', name: 'Carol Lund', status: 'other', last_seen: '2026-11-20T10:05:00.000Z' },
];

async function withSocket(page: Page): Promise<void> {
  await page.routeWebSocket('**/ws/**', (socket) => socket.send(JSON.stringify({ type: 'heartbeat' })));
}

/** Rooms need a known age. */
const withAge = (page: Page) => mockAnswer(page, '**/api/auth/age', { band: 'adult', consents: [], rules: [], asked: null });

async function withChat(page: Page): Promise<void> {
  await withSocket(page);
  await withAge(page);
  await mockAnswer(page, '**/api/community-chat/messages*', { messages: MESSAGES, persistence: 'database', last_change: 4, more: false });
  await mockAnswer(page, '**/api/community-chat/online-users', { online_users: ONLINE, total_online: 2 });
  await mockAnswer(page, '**/api/chat/rooms', {
    rooms: [
      { ...room, room_id: ROOM, kind: 'community' },
      { ...room, room_id: 'r1', name: 'Carol Lund', person_id: 'carol', unread: 3 },
      { ...room, room_id: 'r2', kind: 'group', name: 'Roof gardeners', group_id: 'g1' },
    ],
  });
  await mockAnswer(page, '**/api/chat/rooms/*/read', { unread: 0 });
}

async function withRooms(page: Page): Promise<void> {
  await withSocket(page);
  const who = (user_id: string, name: string) => ({ user_id, name, avatar_color: 'blue', joined_at: '2026-11-20T10:00:00.000Z' });
  const open = { state: 'active', created_at: '2026-11-20T10:00:00.000Z', chat_room_id: 'c1', seats: 4 };
  const people = [who('a', 'Ada Okafor'), who('b', 'Ben Adeyemi'), who('c', 'Carol Lund'), who('d', 'Dora Petrov')];
  await withAge(page);
  await mockAnswer(page, '**/api/study-rooms', {
    rooms: [
      { ...open, room_id: 's1', name: 'Algebra before the exam', participants: people.slice(0, 2) },
      { ...open, room_id: 's2', name: 'Quiet reading', participants: people },
    ],
  });
}

/** The community's chat with a conversation, and the list of study rooms. */
export const SCENES_CHAT: readonly Scene[] = [
  {
    name: 'community chat',
    who: 'newcomer',
    address: () => '/community/chat',
    arrange: withChat,
    ready: text('Has anybody kept bees on a roof?'),
  },
  {
    name: 'study rooms',
    who: 'newcomer',
    address: () => '/community/study-rooms',
    arrange: withRooms,
    ready: (page) => page.getByText('Quiet reading', { exact: true }).first(),
  },
];
