import { OWN, WITHHELD, type ExportPart } from './export-part.ts';

/** What the person said to others, live. */
export const CHAT_PARTS: readonly ExportPart[] = [
  {
    file: 'chat-rooms',
    says: 'Chats with people you are connected with. Your messages are in chat-messages.json.',
    table: 'chat_room',
    of: ':me in (t.first_id, t.second_id)',
    columns: ['id kind first_id second_id created_at'],
    withheld: { subject_id: 'of rooms that belong to a group', last_change: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'chat-messages',
    says: 'Messages you wrote in chats.',
    table: 'chat_message',
    of: OWN,
    columns: ['id room_id account_id place content mentions created_at edited_at deleted_at'],
    withheld: { changed: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'chat-read',
    says: 'Up to where you have read each chat.',
    table: 'chat_read',
    of: OWN,
    columns: ['account_id room_id place'],
    key: { room_id: 'uuid' },
  },
];
