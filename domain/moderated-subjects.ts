import { announceMessage } from './chat/announce-message.command.ts';
import { findMessage, reportableMessage } from './chat/chat-message.queries.ts';
import { notifyReleasedMessage } from './chat/notify-mentioned.command.ts';
import { findPost, findReply, postOfReply } from './community/forums/forum.queries.ts';
import { notifyReleasedReply } from './community/forums/notify-subscribers.command.ts';
import { readGroup } from './community/groups/groups.queries.ts';
import type { ModeratedSubjects } from './moderation/moderation.ports.ts';
import { findContactFacts } from './people/people.queries.ts';
import { getEvent } from './places/events/event.queries.ts';
import { studyLocation } from './places/spots/study-location.queries.ts';
import { notFound } from './platform/errors.ts';
import { findStudyRoom } from './study-rooms/study-room.queries.ts';

/** Every kind of moderated subject, with the queries and commands of the feature that shows it. A missing kind does not compile. */
export const MODERATED_SUBJECTS: ModeratedSubjects = {
  post: { read: (viewerId, postId) => findPost({ viewerId, postId }) },
  reply: {
    async read(viewerId, replyId) {
      const { post_id: postId } = await findPost({ viewerId, postId: await postOfReply(replyId) });
      await findReply({ viewerId, postId, replyId });
    },
    async changed(trx, id, state) {
      if (state === 'clear') await notifyReleasedReply(trx, id);
    },
  },
  message: {
    age: 'chat_with_strangers',
    read: (accountId, messageId) => findMessage({ accountId, messageId }),
    readUnmoderated: reportableMessage,
    // a chat room at once, then those who awaited a released text
    async changed(trx, id, state) {
      await announceMessage(trx, id);
      if (state === 'clear') await notifyReleasedMessage(trx, id);
    },
  },
  // a block must not protect its author from a report
  profile: {
    async read(_, personId) {
      if (!(await findContactFacts(personId))) throw notFound('person');
    },
  },
  group: { read: (viewerId, groupId) => readGroup({ viewerId, groupId }) },
  place: { age: 'location', read: (accountId, locationId) => studyLocation({ accountId, locationId }) },
  event: { age: 'coaching', read: (accountId, eventId) => getEvent({ accountId, eventId }) },
  room: { age: 'voice', read: findStudyRoom },
};
