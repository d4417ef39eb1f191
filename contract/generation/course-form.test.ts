import { expect, it } from 'vitest';
import { courseFormSchema } from './course-form.contract.ts';

const form = (topic: string) => courseFormSchema.safeParse({ age: 30, topic, learning_goals: 'Know it' }).success;

it.each([
  ['blanks', '   '],
  ['zero-width spaces', '\u200b\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a direction mark', '\u202e'],
])('BLD-15 a topic of %s is not a topic', (_, topic) => expect(form(topic)).toBe(false));

it('a topic does not turn the direction of neighbouring text', () => {
  const { data } = courseFormSchema.safeParse({
    age: 30,
    topic: ' \u202eBees\u202c \u2067on\u2069 a\u200b roof',
    learning_goals: 'Know it',
  });
  expect(data?.topic).toBe('Bees on a roof');
});

it('a blank field has one problem', () => {
  for (const blank of ['', '   ', '\u200b']) {
    const { error } = courseFormSchema.safeParse({ age: 30, topic: blank, learning_goals: blank });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['topic', 'learning_goals']);
  }
});

it.each(['C++', '养蜂', '🐝', '42', 'النحل'])('%s is a topic', (topic) => expect(form(topic)).toBe(true));

it('G33 an age outside 5-120, or one that is not a whole number, is refused', () => {
  for (const age of [4, 121, 30.5, '30', null]) {
    expect(courseFormSchema.safeParse({ age, topic: 'Bees', learning_goals: 'Know' }).success, String(age)).toBe(false);
  }
  for (const age of [5, 120]) expect(courseFormSchema.safeParse({ age, topic: 'Bees', learning_goals: 'Know' }).success).toBe(true);
});
