import { expect, it } from 'vitest';
import { planCourse } from './course-plan.ts';
import { readBrief } from './brief.ts';
import { secondLanguages } from './read-library.ts';

const titleOf = (topic: string, language_preference = 'english') => planCourse(readBrief({ topic, language_preference })).second.head.title;

it.each([
  ['Beekeeping', 'Beekeeping, by yourself'],
  ['The history of Rome', 'The history of Rome, by yourself'],
  ['Keep my bees alive', '“Keep my bees alive”, by yourself'],
  ['How do bees find home?', '“How do bees find home”, by yourself'],
  ['Why bees matter', '“Why bees matter”, by yourself'],
  ['Bees are dying', '“Bees are dying”, by yourself'],
  ['Repair a clock', '“Repair a clock”, by yourself'],
])('%s: %s', (topic, title) => {
  expect(titleOf(topic)).toBe(title);
});

it.each(secondLanguages())('in %s a topic that is no name stands as typed, between marks or behind a colon', (language) => {
  expect(titleOf('Keep my bees alive and well', language)).toMatch(
    /[“«„「‘]Keep my bees alive and well[”»“」’]|: Keep my bees alive and well$/,
  );
});
