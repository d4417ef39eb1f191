import { expect, it } from 'vitest';
import { planCourse } from './course-plan.ts';
import { readBrief } from './brief.ts';
import { secondLanguages } from './read-library.ts';

const titleOf = (topic: string, language_preference = 'english') => planCourse(readBrief({ topic, language_preference })).second.head.title;

it.each([
  ['Beekeeping', 'Teach yourself beekeeping'],
  ['The history of Rome', 'Teach yourself the history of Rome'],
  ['Keep my bees alive', 'Teach yourself “Keep my bees alive”'],
  ['How do bees find home?', 'Teach yourself “How do bees find home”'],
  ['Why bees matter', 'Teach yourself “Why bees matter”'],
  ['Bees are dying', 'Teach yourself “Bees are dying”'],
  ['Repair a clock', 'Teach yourself “Repair a clock”'],
])('%s: %s', (topic, title) => {
  expect(titleOf(topic)).toBe(title);
});

it.each(secondLanguages())('in %s a topic that is no name stands as typed, between marks or behind a colon', (language) => {
  expect(titleOf('Keep my bees alive and well', language)).toMatch(
    /[“«„「‘]Keep my bees alive and well[”»“」’]|: Keep my bees alive and well$/,
  );
});
