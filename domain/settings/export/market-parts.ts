import { OWN, WITHHELD, type ExportPart } from './export-part.ts';

/** What passed between creators and their students. */
export const MARKET_PARTS: readonly ExportPart[] = [
  {
    file: 'market-codes',
    description: 'Percentage codes that you made.',
    table: 'market_code',
    condition: OWN,
    columns: ['id account_id creator_course_id code percent max_uses expires_at ended_at created_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'market-code-uses',
    description: 'Codes of creators that you used.',
    table: 'market_code_use',
    condition: 't.order_id in (select id from billing_order where account_id = :me)',
    columns: ['order_id code_id list_cents created_at'],
    key: { order_id: 'uuid' },
  },
  {
    file: 'course-messages',
    description: 'What you wrote to the students of your courses.',
    table: 'course_message',
    condition: OWN,
    columns: ['id creator_course_id account_id subject text recipients sent_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'course-messages-received',
    description: 'Which messages of creators you were sent.',
    table: 'course_message_to',
    condition: OWN,
    columns: ['message_id account_id told_at'],
    withheld: { attempts: WITHHELD.machine, due_at: WITHHELD.machine, given_up_at: WITHHELD.machine, last_error: WITHHELD.operator },
    key: { message_id: 'uuid' },
  },
  {
    file: 'lesson-questions',
    description: 'What you asked at lessons, and the answers.',
    table: 'lesson_question',
    condition: OWN,
    columns: ['id creator_course_id lesson_id account_id text answer answered_at created_at'],
    key: { id: 'uuid' },
  },
];
