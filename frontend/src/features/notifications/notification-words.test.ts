import { expect, it } from 'vitest';
import { notificationWords } from './notification-words.ts';

const linkOf = (kind: string, task_id: string | null) =>
  notificationWords({ id: '1', kind, subject: 'Bees', task_id, course_id: null, created_at: '2026-12-03T12:00:00.000Z', read: false }).link
    ?.href;

it.each([
  ['class.marked', 'c-1', '/classes/c-1'],
  ['class.date', 'c-1', '/classes/c-1'],
  ['class.question', 'c-1', '/classes/c-1/questions'],
  ['class.question', null, '/classes'],
])('%s of the class %s leads to %s', (kind, classId, href) => {
  expect(linkOf(kind, classId)).toBe(href);
});
