import { expect, it } from 'vitest';
import type { Post } from '#contract/community/forums.contract.ts';
import { postFacts } from './post-list.tsx';

const POST: Post = {
  post_id: 'p1',
  title: 'Knots',
  content: 'Which one first?',
  author: 'Ada',
  author_id: 'a1',
  created_at: '2026-11-03T12:00:00Z',
  replies_count: 0,
  repliers: [],
  likes: 0,
  forum_id: null,
  group_id: null,
  lesson: null,
  edited_at: null,
  active_at: '2026-11-09T12:00:00Z',
  pinned: false,
  locked: false,
  sample: false,
  state: 'clear',
  liked: false,
  subscribed: false,
  unread: false,
  mine: false,
  moderates: false,
};

it('a discussion is dated by its start, and by its last activity once it has replies', () => {
  expect(postFacts(POST)).toEqual(['Ada', 'Nov 3, 2026', 'no reply yet']);
  expect(postFacts({ ...POST, replies_count: 2 })).toEqual(['Ada', 'Nov 3, 2026', '2 replies, latest Nov 9, 2026']);
});
