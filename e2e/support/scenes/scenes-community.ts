import type { Page } from '@playwright/test';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { Sent } from '#contract/platform/mocked-answer.factory.ts';
import { nearbyLearners, placesStanding, studyLocations } from '#contract/places/places.contract.ts';
import { listStudyRooms } from '#contract/study-rooms/study-rooms.contract.ts';
import { listChatMessages, listChatRooms, listOnlineUsers, markChatRead } from '#contract/chat/chat.contract.ts';
import { getEvent, localEvents, myEvents } from '#contract/places/events.contract.ts';
import { getAgePage } from '#contract/identity/age.contract.ts';
import { type Post, type Reply, listPosts, readPost } from '#contract/community/forums.contract.ts';
import { type StudyGroup, listGroups, readGroup } from '#contract/community/groups.contract.ts';
import { type OwnText, listOwnTexts } from '#contract/moderation/moderation.contract.ts';
import { type Position, snapToGrid } from '#contract/places/grid.ts';
import { t } from '#frontend/lib/text.ts';
import { mockAnswer } from '../mocks.ts';
import { button, type Scene, text } from './scene.ts';

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
const withAge = (page: Page) => mockAnswer(page, getAgePage, { band: 'adult', consents: [], rules: [], asked: null, school: null });

async function withChat(page: Page): Promise<void> {
  await withSocket(page);
  await withAge(page);
  await mockAnswer(page, listChatMessages, { messages: MESSAGES, persistence: 'database', last_change: 4, more: false });
  await mockAnswer(page, listOnlineUsers, { online_users: ONLINE, total_online: 2 });
  await mockAnswer(page, listChatRooms, {
    rooms: [
      { ...room, room_id: ROOM, kind: 'community', last_message: MESSAGES[2]! },
      { ...room, room_id: 'r1', name: 'Carol Lund', person_id: 'carol', unread: 3, last_message: MESSAGES[1]! },
      { ...room, room_id: 'r2', kind: 'group', name: 'Roof gardeners', group_id: 'g1' },
    ],
  });
  await mockAnswer(page, markChatRead, { unread: 0 });
}

async function withRooms(page: Page): Promise<void> {
  await withSocket(page);
  const who = (user_id: string, name: string) => ({ user_id, name, avatar_color: 'blue', joined_at: '2026-11-20T10:00:00.000Z' });
  const open = { state: 'active', created_at: '2026-11-20T10:00:00.000Z', chat_room_id: 'c1', seats: 4 };
  const people = [who('a', 'Ada Okafor'), who('b', 'Ben Adeyemi'), who('c', 'Carol Lund'), who('d', 'Dora Petrov')];
  await withAge(page);
  await mockAnswer(page, listStudyRooms, {
    rooms: [
      { ...open, room_id: 's1', name: 'Algebra before the exam', participants: people.slice(0, 2) },
      { ...open, room_id: 's2', name: 'Quiet reading', participants: people },
    ],
  });
}

const HERE = snapToGrid({ latitude: 51.4779, longitude: 0 });
const near = (east: number, north: number): Position =>
  snapToGrid({ latitude: HERE.latitude + north / 111.2, longitude: HERE.longitude + east / 69.3 });
const spot = ({ latitude: lat, longitude: lng }: Position) => ({ coordinates: { lat, lng } });

const learner = {
  study_sessions_completed: 14,
  reputation_score: 320,
  bio: 'I read on the train and practise on Sundays.',
  subjects: ['Baking', 'Statistics'],
  common_interests: ['Baking'],
  status: 'Available',
};
const LEARNERS = [
  { ...learner, user_id: 'l1', name: 'Carlos Creator', distance_km: 2.1, ...near(1.2, 1.7) },
  { ...learner, user_id: 'l2', name: 'Amina Diallo', distance_km: 4.4, ...near(-4, 1.8), common_interests: [], status: 'Busy' },
  { ...learner, user_id: 'l3', name: 'Kenji Sato', distance_km: 8.9, ...near(-5.5, -7) },
];
const event = {
  description: 'Bring a loaf that went wrong.',
  date: '2026-12-03',
  time: '18:30',
  starts_at: '2026-12-03T18:30:00.000Z',
  time_zone: 'Europe/London',
  location: { name: 'Town library', address: '1 Main Street' },
  cost: 0,
  attendees: 4,
  max_attendees: 12,
  waiting: 0,
  event_type: 'Meetup',
  duration: 120,
  organiser: 'Carlos Creator',
  state: 'open',
  attendance: null,
  is_mine: false,
  is_sample: true,
};
const EVENTS = [
  { ...event, event_id: 'e1', title: 'Bread and books: an evening for home bakers', distance_km: 2.5, ...near(2.4, -0.9) },
  { ...event, event_id: 'e2', title: 'Workshop: your first month of books', distance_km: 7.6, cost: 10, ...near(-6.3, 4.4) },
];
const LOCATIONS = [
  {
    location_id: 's1',
    name: 'Sample reading room',
    description: '',
    address: '2 Sample Street',
    ...spot(near(0.8, -3.4)),
    type: 'Library',
    hours: 'Check locally',
    amenities: ['WiFi', 'Study Space', 'Quiet'],
    rating: 4.5,
    rating_count: 8,
    my_rating: null,
    distance_km: 3.5,
    is_mine: false,
    is_sample: true,
  },
];
const standing = {
  location: null,
  sharing: {
    position: HERE,
    subjects: ['Baking'],
    status: 'Available',
    shared_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
  },
  map: { provider: 'rings', key: null, attribution: null },
};

const answers = (page: Page, told: { standing: Sent<AnswerOf<typeof placesStanding>>; isFull: boolean }) =>
  Promise.all([
    mockAnswer(page, placesStanding, told.standing),
    mockAnswer(page, nearbyLearners, told.isFull ? { nearby_learners: LEARNERS, total: 3 } : { nearby_learners: [], total: 0 }),
    mockAnswer(page, localEvents, told.isFull ? { local_events: EVENTS, total: 2 } : { local_events: [], total: 0 }),
    mockAnswer(page, getEvent, { event: EVENTS[0]! }),
    mockAnswer(page, myEvents, { local_events: [] }),
    mockAnswer(page, studyLocations, told.isFull ? { study_locations: LOCATIONS, total: 1 } : { study_locations: [], total: 0 }),
  ]);

const POST: Post = {
  post_id: 'p1',
  title: 'When do bees swarm?',
  content: 'Mine are **restless** since Monday.\n\n- Is it the warm weather?\n- Or is the box too small?',
  author: 'Ben Adeyemi',
  author_id: 'ben',
  created_at: '2026-11-20T10:00:00.000Z',
  replies_count: 1,
  repliers: [{ user_id: 'carol', name: 'Carol Lund' }],
  likes: 2,
  forum_id: 'learning',
  group_id: null,
  lesson: null,
  edited_at: null,
  active_at: '2026-11-20T10:05:00.000Z',
  pinned: true,
  locked: false,
  sample: false,
  state: 'clear',
  liked: true,
  subscribed: false,
  unread: true,
  mine: false,
  moderates: false,
};
const REPLY: Reply = {
  reply_id: 'a1',
  content: 'In May, on a warm day. A second box gives them room.',
  author: 'Carol Lund',
  author_id: 'carol',
  created_at: '2026-11-20T10:05:00.000Z',
  edited_at: null,
  likes: 1,
  liked: false,
  state: 'clear',
  mine: false,
};
const GROUP: StudyGroup = {
  group_id: 'g1',
  name: 'Roof gardeners',
  description: 'Hives, tomatoes and wind on the roofs of the city.',
  creator_id: 'carol',
  creator_name: 'Carol Lund',
  members: [
    { user_id: 'carol', name: 'Carol Lund' },
    { user_id: 'ben', name: 'Ben Adeyemi' },
  ],
  is_public: true,
  created_at: '2026-11-20T10:00:00.000Z',
  member_count: 2,
  standing: 'member',
  sample: false,
  state: 'clear',
};

const HIDDEN: OwnText = {
  subject_type: 'post',
  subject_id: 'p9',
  href: '/community/discussions/p9',
  text: 'Buy my honey, only today.',
  state: 'removed',
  written_at: '2026-11-20T10:00:00.000Z',
  note: 'Nothing is sold here.',
  appeal: null,
};

async function withGroup(page: Page): Promise<void> {
  await withAge(page);
  await mockAnswer(page, listPosts, { posts: [{ ...POST, forum_id: null, group_id: 'g1' }], next: null });
  await mockAnswer(page, readGroup, { group: GROUP, requests: [] });
}

/** The community with its chat and rooms, and nearby learners and places. */
export const SCENES_COMMUNITY: readonly Scene[] = [
  { name: 'community', address: '/community', ready: button('Create Study Group') },
  {
    name: 'community, leaderboard',
    isReadFirst: true,
    address: '/community/leaderboard',
    ready: (page) => page.getByRole('region', { name: t('You'), exact: true }),
  },
  {
    name: 'community, a discussion',
    address: '/community/discussions/p1',
    arrange: async (page) => {
      await withAge(page);
      await mockAnswer(page, readPost, { post: POST, replies: [REPLY], next: null });
    },
    ready: text('A second box gives them room.'),
  },
  {
    name: 'community, study groups',
    address: '/community/groups',
    arrange: async (page) => {
      const others = { ...GROUP, group_id: 'g2', name: 'Night gardeners', standing: 'none', members: [], member_count: 24 };
      await mockAnswer(page, listGroups, { study_groups: [GROUP, others], next: null });
    },
    ready: text('Night gardeners'),
  },
  {
    name: 'community, hidden texts',
    address: '/community/own',
    arrange: (page) => mockAnswer(page, listOwnTexts, { texts: [HIDDEN], suspension: null }),
    ready: (page) => page.getByText(t('Removed'), { exact: true }),
  },
  { name: 'community, a study group', address: '/community/groups/g1', arrange: withGroup, ready: text('When do bees swarm?') },
  { name: 'community chat', address: '/community/chat', arrange: withChat, ready: text('Has anybody kept bees on a roof?') },
  {
    name: 'study rooms',
    address: '/community/study-rooms',
    arrange: withRooms,
    ready: (page) => page.getByText('Quiet reading', { exact: true }).first(),
  },
  { name: 'nearby, age not told', address: '/community/nearby', ready: text('Location is off') },
  {
    name: 'nearby, location not on',
    address: '/community/nearby',
    arrange: (page) => answers(page, { standing: { ...standing, sharing: null }, isFull: false }),
    ready: button('Enable Location Services'),
  },
  {
    name: 'nearby, nothing there',
    address: '/community/nearby',
    arrange: (page) => answers(page, { standing, isFull: false }),
    ready: text('No places have been added within 5 km yet. Add the first one.'),
  },
  {
    name: 'nearby, an event',
    // on a phone what was chosen takes the focus, below the list
    isReadFirst: true,
    address: '/community/nearby?event=e1',
    arrange: (page) => answers(page, { standing, isFull: true }),
    ready: button('Join Event'),
  },
  {
    name: 'nearby, a learner',
    // on a phone what was chosen takes the focus, below the list
    isReadFirst: true,
    address: '/community/nearby?show=learners',
    arrange: (page) => answers(page, { standing, isFull: true }),
    ready: (page) => page.getByRole('region', { name: 'Carlos Creator' }),
    act: (page) => page.getByRole('button', { name: 'Carlos Creator', exact: true }).click(),
  },
];
