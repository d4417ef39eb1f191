import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { StepHold } from '#domain/platform/steps/step.ts';

/** After the first words, which are stored at once, a text is stored at most this often. */
const STORE_EVERY_MS = 1_000;

/** The text of a lesson as far as it has arrived. */
interface ArrivedText {
  readonly lessonId: string;
  readonly content: unknown;
  /** Nothing of it is missing any more. */
  readonly isWhole?: boolean;
}

/**
 * Returns a function that stores the texts of a streaming answer, finished blocks only, one write at a time. A worker that has lost its
 * claim writes nothing, so that readers never see two texts mixed. It is only a preview: if the database is unavailable, the next block, or
 * the finished lesson, replaces it.
 * @param textsIn the lessons of a partial answer, which is unvalidated
 */
export function streamTexts(
  { stepId, fence }: StepHold,
  textsIn: (partial: unknown) => readonly ArrivedText[],
): (partial: unknown) => void {
  let last = -Infinity;
  const shown = new Map<string, string>();
  let isBusy = false;
  return (partial) => {
    if (isBusy || performance.now() - last < STORE_EVERY_MS) return;
    const texts = textsIn(partial).flatMap(({ lessonId, content, isWhole }) => {
      if (typeof content !== 'string') return [];
      const text = isWhole ? content.trim() : finishedBlocks(content);
      return text === '' || text === shown.get(lessonId) ? [] : [{ lessonId, text }];
    });
    if (texts.length === 0) return;
    isBusy = true;
    last = performance.now();
    for (const { lessonId, text } of texts) shown.set(lessonId, text);
    void rowsOf(
      database(),
      sql`insert into lesson_stream (step_id, lesson_id, fence, content)
          select step.id, arrived.lesson_id, step.fence, arrived.content
            from step cross join unnest(${texts.map(({ lessonId }) => lessonId)}::uuid[], ${texts.map(({ text }) => text)}::text[]) as arrived(lesson_id, content)
           where step.id = ${stepId} and step.fence = ${fence} and step.state = 'running'
          on conflict (step_id, lesson_id) do update set fence = excluded.fence, content = excluded.content
           where lesson_stream.fence <= excluded.fence`,
    )
      .catch(() => undefined)
      .finally(() => (isBusy = false));
  };
}

/** Stores a streaming lesson (`streamTexts`). @returns a function that receives each partial answer */
export const streamLesson = (hold: StepHold, lessonId: string): ((partial: unknown) => void) =>
  streamTexts(hold, (partial) => [{ lessonId, content: (partial as { content?: unknown } | null)?.content }]);

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Returns the finished blocks of a streaming Markdown text. A block is finished when a blank line follows it outside code. While the first
 * block is unfinished, its words so far are returned, so that reading can begin at once.
 */
export function finishedBlocks(markdown: string): string {
  let fence: string | null = null;
  let end = 0;
  let at = 0;
  for (const line of markdown.split('\n').slice(0, -1)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    at += line.length + 1;
    if (fence === null && line.trim() === '' && markdown.slice(0, at).trim() !== '') end = at;
  }
  const finished = markdown.slice(0, end).trimEnd();
  // nothing to read yet if there is only a heading, or the beginning of code or a table
  if (finished !== '' && !/^#{1,6} [^\n]*$/.test(finished)) return finished;
  const rest = markdown.slice(end);
  const isProse = /^(?:[\p{L}"“«¿¡„]|\*\*)/u.test(rest.trimStart());
  const words = isProse ? rest.slice(0, Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('。') + 1, 0)).trim() : '';
  return [finished, words].filter(Boolean).join('\n\n');
}
