import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { AVATAR_COLORS, avatarColor } from './chat-message.ts';

it.each([
  ['at random', randomUUID],
  ['by time', uuidv7],
])('CHAT-15 gives each of the six colours to about a sixth of the people with ids made %s', (_, newId) => {
  const people = Array.from({ length: 10_000 }, () => avatarColor(newId()));
  for (const color of AVATAR_COLORS) {
    const share = people.filter((one) => one === color).length / people.length;
    expect(share, color).toBeGreaterThan(0.14);
    expect(share, color).toBeLessThan(0.19);
  }
});

it('CHAT-15 gives a person the same colour always, also in what was stored before', () => {
  expect(['0195d0c0-0000-7000-8000-000000000001', 'user-1', ''].map(avatarColor)).toEqual(['pink', 'green', 'blue']);
});
