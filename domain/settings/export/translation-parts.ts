import { OWN, WITHHELD, type ExportPart } from './export-part.ts';

const MY_COURSES = 'select id from course where account_id = :me';

/** The user's translated courses, and the translations they proposed. */
export const TRANSLATION_PARTS: readonly ExportPart[] = [
  {
    file: 'course-translations',
    description: 'Languages your courses were translated into, and how names are said in them.',
    table: 'course_translation',
    condition: `t.course_id in (${MY_COURSES})`,
    columns: ['course_id language names frame run_id made_at'],
    withheld: { frame_hash: WITHHELD.hash },
    key: { course_id: 'uuid', language: 'text' },
  },
  {
    file: 'translated-lessons',
    description: 'Lessons of your courses in other languages.',
    table: 'lesson_translation',
    condition: `t.course_id in (${MY_COURSES})`,
    columns: ['course_id language lesson_id texts untranslated service judged_by made_at'],
    withheld: { source_hash: WITHHELD.hash },
    key: { course_id: 'uuid', language: 'text', lesson_id: 'uuid' },
    page: 50,
  },
  {
    file: 'text-proposals',
    description: 'Better texts that you proposed for the interface in other languages.',
    table: 'text_proposal',
    condition: OWN,
    columns: ['id account_id language source proposed state created_at decided_at'],
    withheld: { decided_by: WITHHELD.operator },
    key: { id: 'uuid' },
  },
];
