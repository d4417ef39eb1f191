import { expect, it } from 'vitest';
import { topicInText } from './course-plan.ts';
import { secondLanguages } from './read-library.ts';

it.each([
  ['Beekeeping', 'beekeeping'],
  ['The history of Rome', 'the history of Rome'],
  ['Keep my bees alive', '“Keep my bees alive”'],
  ['How do bees find home', '“How do bees find home”'],
  ['Why bees matter', '“Why bees matter”'],
  ['Bees are dying', '“Bees are dying”'],
  ['Repair a clock', '“Repair a clock”'],
])('%s is written in a sentence as %s', (topic, text) => {
  expect(topicInText({ topic, language: 'english' })).toBe(text);
});

it.each(secondLanguages())('in %s a topic that is not a name is written as typed', (language) => {
  expect(topicInText({ topic: 'Keep my bees alive and well', language })).toMatch(/^[“«]?Keep my bees alive and well[”»]?$/);
});
