import { lazy, Suspense, useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { plainContent } from '#contract/courses/citation-markers.ts';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { languageAttributes, type TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { StickyFoot } from '#frontend/ui/sticky-bar.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import LessonDiff from '../diff/lesson-diff.tsx';
import { LessonNotes } from '#frontend/features/courses/lesson/lesson-notes.tsx';
import { lessonAt, placeNumber, placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import { isChangedMeanwhile, useAcceptProposal, useDiscardProposal, type CourseOf, type Proposal } from '../version-queries.ts';

const LessonMarkdown = lazy(() =>
  import('#frontend/ui/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

interface CompareProposalProps {
  readonly of: CourseOf;
  readonly course: Course;
  readonly proposal: Proposal;
  /** Called when the user has decided about all its lessons. */
  readonly onSettled: () => void;
}

/** Proposed lessons beside the live ones, or alone in their final form. Each is accepted or left for later; nothing changes before that. */
export function CompareProposal({ of, course, proposal, onSettled }: CompareProposalProps) {
  const { lessons, task_id: taskId } = proposal;
  const [isAsking, setIsAsking] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isOnlyNew, setIsOnlyNew] = useState(false);
  const language = languageAttributes(course.language);
  const liveOf = (lessonId: string): Lesson | undefined => {
    const place = placeOfLesson(course, lessonId);
    return place ? lessonAt(course, place) : undefined;
  };
  /** Fingerprints of the texts to be replaced, as shown here. */
  const basePrints = Object.fromEntries(
    lessons.flatMap(({ lesson_id: id }) => {
      const live = liveOf(id);
      return live ? [[id, lessonPrint(live)]] : [];
    }),
  );
  const isPinned = (lessonId: string): boolean => liveOf(lessonId)?.pinned === true;
  const isLeft = (lessonId: string): boolean => left.has(lessonId) || isPinned(lessonId);
  const taken = lessons.filter(({ lesson_id: id }) => !isLeft(id));
  const leftCount = lessons.length - taken.length;
  const accept = useAcceptProposal(of, () => {
    toast(
      'success',
      t(
        '{n, plural, one {The new text is live. The old one is in the history.} other {# new texts are live. The old ones are in the history.}}',
        { n: taken.length },
      ),
    );
    if (leftCount === 0) onSettled();
    else setLeft(new Set());
  });
  const discard = useDiscardProposal(of, () => {
    toast('info', t('Discarded. The course has not changed.'));
    onSettled();
  });
  const changed = isChangedMeanwhile(accept.error) ? accept.error : null;
  const wasChanged = (lessonId: string): boolean => changed !== null && accept.variables?.basePrints[lessonId] !== basePrints[lessonId];
  const isBusy = accept.isPending || discard.isPending;
  const isModule = lessons.length > 1;

  const toggle = (lessonId: string, isTaken: boolean) => {
    const next = new Set(left);
    if (isTaken) next.delete(lessonId);
    else next.add(lessonId);
    setLeft(next);
  };
  const acceptText = (): string => {
    if (!isModule) return t('Accept');
    return t('Accept {n, plural, one {# new text} other {# new texts}}', { n: taken.length });
  };

  return (
    <>
      {proposal.instruction !== '' && (
        <>
          <Typography variant="subtitle2">{t('You asked for:')}</Typography>
          <Quotation dir="auto">
            <FormulaText text={proposal.instruction} dir="rtl" />
          </Quotation>
        </>
      )}
      {!changed && (
        <Button
          variant="outlined"
          color="inherit"
          aria-pressed={isOnlyNew}
          sx={{ marginBlockStart: 2 }}
          onClick={() => setIsOnlyNew(!isOnlyNew)}
        >
          {t('Show only the new text')}
        </Button>
      )}
      {lessons.map((lesson) => {
        const place = placeOfLesson(course, lesson.lesson_id);
        const live = liveOf(lesson.lesson_id);
        return (
          <RuledSection
            key={lesson.lesson_id}
            title={<CourseTitle title={live?.title ?? lesson.title} language={course.language} />}
            aside={place ? placeNumber(place) : undefined}
          >
            <div style={{ marginBlockStart: 12 }}>
              {wasChanged(lesson.lesson_id) && <p>{t('This was changed elsewhere in the meantime. The current text is shown.')}</p>}
              <Findings of={proposal} lessonId={lesson.lesson_id} language={language} />
              <LessonNotes notes={lesson.notes.filter((note) => note !== 'edited')} language={course.language} />
              {!isOnlyNew || changed ? (
                <LessonDiff
                  before={live ?? null}
                  after={withKeptWorkshop(lesson, live)}
                  labels={[t('Now'), t('New text')]}
                  language={language}
                />
              ) : (
                <Suspense fallback={<LoadingState label={t('Loading the new text')} rows={6} />}>
                  <LessonMarkdown {...language}>{plainContent(lesson)}</LessonMarkdown>
                </Suspense>
              )}
              {isPinned(lesson.lesson_id) && <p>{t('This lesson is pinned. Unpin it to use the new text.')}</p>}
              {isModule && (
                <CheckField
                  label={t('Use the new text of this lesson')}
                  checked={!isLeft(lesson.lesson_id)}
                  disabled={isPinned(lesson.lesson_id)}
                  onChange={({ target }) => toggle(lesson.lesson_id, target.checked)}
                />
              )}
            </div>
          </RuledSection>
        );
      })}
      <FormMessage message={changed && { kind: 'error', text: `${changed.message} ${t('Compare again before you accept.')}` }} />
      <StickyFoot>
        <Button
          variant="contained"
          disabled={taken.length === 0}
          aria-busy={isBusy}
          onClick={() =>
            isBusy || accept.mutate({ taskId, basePrints, ...(isModule && { lessonIds: taken.map(({ lesson_id: id }) => id) }) })
          }
        >
          {acceptText()}
        </Button>
        <Button variant="outlined" color="inherit" aria-busy={isBusy} onClick={() => isBusy || setIsAsking(true)}>
          {isModule ? t('Discard all') : t('Discard')}
        </Button>
        {taken.length > 0 && (
          <Typography component="span" variant="body2" color="textSecondary">
            {t(
              '{n, plural, one {Accepting replaces the lesson; the old text stays in History.} other {Accepting replaces the lessons; the old texts stay in History.}}',
              { n: taken.length },
            )}
          </Typography>
        )}
        {leftCount > 0 && taken.length > 0 && (
          <span>{t('{n, plural, one {# new text stays} other {# new texts stay}} here until you decide.', { n: leftCount })}</span>
        )}
      </StickyFoot>
      {isAsking && <DiscardDialog count={lessons.length} onDiscard={() => discard.mutate(taskId)} onClose={() => setIsAsking(false)} />}
    </>
  );
}

interface DiscardDialogProps {
  /** Number of new texts that would be deleted. */
  readonly count: number;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

interface FindingsProps {
  readonly of: Proposal;
  readonly lessonId: string;
  readonly language: TextLanguage;
}

/** A new text keeps the workshop of its lesson, unless it has one of its own. */
const withKeptWorkshop = (lesson: Lesson, live: Lesson | undefined): Lesson =>
  live?.workshop && !lesson.workshop ? { ...lesson, workshop: live.workshop } : lesson;

/** What a check, or the editor of the course, has found in the live text; nothing for a rewrite. */
function Findings({ of: { findings }, lessonId, language }: FindingsProps) {
  const found = findings?.find(({ lesson_id: id }) => id === lessonId)?.findings ?? [];
  if (found.length === 0) return null;
  return (
    <>
      <Typography variant="subtitle2">{t('What was found in the text:')}</Typography>
      <PointList points={found} language={language} />
    </>
  );
}

/** Asks before new texts are discarded, because they are paid for and cannot be restored. */
function DiscardDialog({ count, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={t('{n, plural, one {Discard this new text?} other {Discard # new texts?}}', { n: count })}
      act={t('Discard')}
      keep={t('Keep for now')}
      onConfirm={() => {
        onClose();
        onDiscard();
      }}
      onClose={onClose}
    >
      <p>{t('Discarded text cannot be restored, and its cost is not refunded. The course does not change.')}</p>
    </ConfirmDialog>
  );
}
