import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { WRITING_REFUSALS, type SubjectType } from './moderation.contract.ts';

/** The endpoints that store a text of each kind where others can see it. */
const STORING: Readonly<Record<SubjectType, readonly string[]>> = {
  post: ['createPost', 'editPost'],
  reply: ['createReply', 'editReply'],
  message: ['sendChatMessage', 'editChatMessage'],
  profile: ['updateProfile', 'joinLeaderboard'],
  group: ['createGroup', 'editGroup'],
  place: ['addLocation'],
  event: ['createEvent'],
  room: ['createStudyRoom'],
  // a course stores the text itself; a report copies only a passage for the moderators
  lesson: [],
};

it('every endpoint that stores a public text, and no other, declares how its author is refused', () => {
  const declaring = ENDPOINTS.filter(({ errors }) => errors.some((code) => code === 'safety.repeated'));
  expect(declaring.map(({ name }) => name).toSorted()).toEqual(Object.values(STORING).flat().toSorted());
  for (const { errors } of declaring) expect(errors).toEqual(expect.arrayContaining([...WRITING_REFUSALS]));
});
