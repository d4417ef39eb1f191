import { expect, it } from 'vitest';
import { knownTopic } from './known-topic.ts';

it.each([
  'Tides, coast 12',
  'Tides, 60 s after nothing, 4 away for 120 s',
  'Photography, lenses of kind 3 123456789',
  'Bees, zqsecret',
  'Chess, 104',
])('the demo has a course on %s', (topic) => expect(knownTopic(topic)).toBe(topic));

it.each(['Orchard care 7', 'Tides of coast 12', 'Waiting together 3', '4 away for 120 s, 60 s after nothing'])('and none on %s', (topic) =>
  expect(() => knownTopic(topic)).toThrow(`no course on '${topic}'`),
);
