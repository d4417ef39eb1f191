import { OWN, WITHHELD, type ExportPart } from './export-part.ts';

/** The user's chat messages. */
export const CHAT_PARTS: readonly ExportPart[] = [
  {
    file: 'chat-rooms',
    description: 'Chats with people you are connected with. Your messages are in chat-messages.json.',
    table: 'chat_room',
    condition: ':me in (t.first_id, t.second_id)',
    columns: ['id kind first_id second_id created_at'],
    withheld: { group_id: 'of rooms of a group', study_id: 'of rooms of a call', last_change: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'chat-messages',
    description: 'Messages you wrote in chats.',
    table: 'chat_message',
    condition: OWN,
    columns: ['id room_id account_id place content mentions created_at edited_at deleted_at'],
    withheld: { changed: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'chat-read',
    description: 'Up to where you have read each chat.',
    table: 'chat_read',
    condition: OWN,
    columns: ['account_id room_id place'],
    key: { room_id: 'uuid' },
  },
  {
    file: 'study-rooms',
    description: 'Study rooms you made.',
    table: 'study_room',
    condition: OWN,
    columns: ['id account_id name created_at ended_at'],
    withheld: { client_key: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'study-room-visits',
    description: 'Study rooms you were in.',
    table: 'study_participant',
    condition: OWN,
    columns: ['room_id account_id joined_at seen_at left_at'],
    key: { room_id: 'uuid' },
  },
];
