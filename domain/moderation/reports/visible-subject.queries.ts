import type { AgeRule } from '#contract/platform/age-rules.ts';
import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { findMessage } from '#domain/chat/chat-message.queries.ts';
import { findPost, findReply, postOfReply } from '#domain/community/forums/posts.queries.ts';
import { readGroup } from '#domain/community/groups/groups.queries.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { findContactFacts } from '#domain/people/people.queries.ts';
import { getEvent } from '#domain/places/events/event.queries.ts';
import { studyLocation } from '#domain/places/spots/study-location.queries.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { findStudyRoom } from '#domain/study-rooms/study-room.queries.ts';

interface SubjectReader {
  /** The age rule of the screen that shows it. */
  readonly age?: AgeRule;
  /** Reads it as the account sees it. @throws ProductError not_found */
  readonly read: (accountId: string, id: string) => Promise<unknown>;
}

/** How each kind of subject is read where it is shown: by the queries of its own screen, so that the rule is the same. */
const READERS: Readonly<Record<SubjectType, SubjectReader>> = {
  post: { read: (viewerId, postId) => findPost({ viewerId, postId }) },
  reply: {
    read: async (viewerId, replyId) => {
      const { post_id: postId } = await findPost({ viewerId, postId: await postOfReply(replyId) });
      await findReply({ viewerId, postId, replyId });
    },
  },
  message: { age: 'chat_with_strangers', read: (accountId, messageId) => findMessage({ accountId, messageId }) },
  // a block must not protect its author from a report
  profile: {
    read: async (_, personId) => {
      if (!(await findContactFacts(personId))) throw notFound('person');
    },
  },
  group: { read: (viewerId, groupId) => readGroup({ viewerId, groupId }) },
  place: { age: 'location', read: (accountId, locationId) => studyLocation({ accountId, locationId }) },
  event: { age: 'coaching', read: (accountId, eventId) => getEvent({ accountId, eventId }) },
  room: { age: 'voice', read: findStudyRoom },
};

/** Checks that an account may see a subject. @throws ProductError not_found, also where the account is too young for its screen */
export async function assertMaySee(accountId: string, { type, id }: { readonly type: SubjectType; readonly id: string }): Promise<void> {
  const { age, read } = READERS[type];
  try {
    if (age) await assertAge(accountId, age);
    await read(accountId, id);
  } catch (error) {
    throw error instanceof ProductError ? notFound('text') : error;
  }
}
