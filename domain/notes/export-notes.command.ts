import type { Note } from '#contract/notes/notes.contract.ts';
import { openFence } from '#domain/platform/prose/open-fence.ts';
import { listNotes, type NoteSelection } from './note.queries.ts';

const PAGE = 100;

const STANDING: Readonly<Record<Note['standing'], string | null>> = {
  found: null,
  changed: 'This passage reads differently in the course now.',
  orphaned: 'This passage is not in the course any more.',
};

/**
 * Exports the account's notes as one Markdown file, newest first, read page by page. A heading marks each new course or lesson. Notes are
 * exported as written; a passage is a quotation.
 */
export async function* exportNotes(selection: NoteSelection): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('# Notes\n');
  let course = '';
  let lesson = '';
  let after: string | null | undefined;
  do {
    const page = await listNotes({ ...selection, limit: PAGE, after: after ?? undefined });
    for (const note of page.notes) {
      const lines: string[] = [];
      if (note.course_id !== course) lines.push(`\n## ${headingText(note.course_title)}\n`);
      if (note.course_id !== course || note.lesson_id !== lesson) lines.push(`\n### ${lessonHeading(note)}\n`);
      course = note.course_id;
      lesson = note.lesson_id;
      yield encoder.encode(lines.join('') + noteText(note));
    }
    after = page.next;
  } while (after !== null);
}

const headingText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const lessonHeading = ({ lesson }: Note): string =>
  lesson ? `${lesson.module + 1}.${lesson.lesson + 1} ${headingText(lesson.title)}` : 'A lesson that is not in the course any more';

function noteText({ passage, text, standing, created_at: createdAt }: Note): string {
  const quote =
    passage &&
    passage.quote
      .trim()
      .replaceAll(/\n\s*\n/g, '\n\n')
      .replaceAll(/^/gm, '> ');
  const fence = openFence(text);
  // it would swallow the notes after it
  const own = fence === null ? text : `${text}\n${fence}`;
  const parts = [quote, own, STANDING[standing] && `*${STANDING[standing]}*`, `*${createdAt.slice(0, 10)}*`];
  return `\n${parts.filter(Boolean).join('\n\n')}\n`;
}
