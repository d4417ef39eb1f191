import { editLesson } from '#contract/courses/course-versions.contract.ts';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { getCourse, type Lesson } from '#contract/courses/courses.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { DraftSaver } from '#frontend/lib/drafts/draft-saver.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import type { SaverState } from '#frontend/lib/drafts/saver-state.ts';
import { t } from '#frontend/lib/text.ts';
import { lessonAt, placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import { storeUnsaved, type UnsavedDraft } from './draft-store.ts';
import { changesBetween, draftOf, problemsOf, textOfDraft, type LessonDraft } from './lesson-draft.ts';

export type SaveState = SaverState<LessonDraft>;
export type Autosave = DraftSaver<LessonDraft, AnswerOf<typeof editLesson>>;

interface AutosaveOptions {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
  /** The lesson on the server and its version, or text left over in this tab. */
  readonly start: Pick<UnsavedDraft, 'saved' | 'draft' | 'baseVersion'> & { readonly editSession?: string };
  readonly onState: (state: SaveState) => void;
  /** Called after the server stored the lesson. */
  readonly onSaved: (lesson: Lesson, version: number) => void;
}

/** Fetches the lesson from the server. Versions count for the whole course. @throws ApiError also when the lesson is no longer in the course */
async function askForLesson({ userId, courseId, lessonId }: Pick<AutosaveOptions, 'userId' | 'courseId' | 'lessonId'>) {
  const { course } = await call(getCourse, { params: { user_id: userId, course_id: courseId } });
  const place = placeOfLesson(course, lessonId);
  const lesson = place && lessonAt(course, place);
  if (!lesson) throw new ApiError({ status: 404, code: 'not_found', message: t('This lesson is no longer in the course.') });
  return { draft: draftOf(lesson), version: course.version };
}

/** Saves the text typed into one lesson, in edit sessions that create one version each. */
export function startAutosave(options: AutosaveOptions): Autosave {
  const { courseId, lessonId, start, onState, onSaved } = options;
  let editSession = start.editSession ?? randomId();
  return new DraftSaver({
    start: { draft: start.draft, saved: start.saved, version: start.baseVersion },
    state: { kind: 'saved' },
    isSame: (a, b) => changesBetween(a, b) === null,
    problemOf: (draft) => Object.values(problemsOf(draft))[0],
    send: (draft, { saved, version }) =>
      call(editLesson, {
        params: { course_id: courseId, lesson_id: lessonId },
        body: {
          ...changesBetween(saved, draft),
          base_version: version,
          base_print: lessonPrint(textOfDraft(saved)),
          edit_session: editSession,
        },
      }),
    ask: () => askForLesson(options),
    keepHere: (unsaved) =>
      storeUnsaved(
        options,
        unsaved && {
          draft: unsaved.draft,
          saved: unsaved.saved,
          baseVersion: unsaved.version,
          editSession,
          at: new Date().toISOString(),
        },
      ),
    // A session ends when its version is no longer the live one.
    onRebase: () => {
      editSession = randomId();
    },
    onState,
    onSaved: ({ lesson, version }) => onSaved(lesson, version),
  });
}
