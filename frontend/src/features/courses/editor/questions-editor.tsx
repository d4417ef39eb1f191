import { useState } from 'react';
import Button from '@mui/material/Button';
import { editLesson } from '#contract/courses/course-versions.contract.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { draftOfQuestion, isWhole, itemOfDraft, newQuestion, type QuestionDraft } from './question-draft.ts';
import { QuestionFields } from './question-fields.tsx';

interface QuestionsEditorProps {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly onSaved: (lesson: Lesson, version: number) => void;
}

/** The editor of a lesson's questions; saved by a button, because an unfinished question is invalid. */
export function QuestionsEditor({ course, lesson, onSaved }: QuestionsEditorProps) {
  const [drafts, setDrafts] = useState<readonly QuestionDraft[]>(() => lesson.quiz.map(draftOfQuestion));
  const [isSaid, setSaid] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [session] = useState(randomId);
  const language = languageAttributes(course.language);
  const lessons = course.modules.flatMap((module) => module.lessons);
  const earlier = lessons
    .slice(
      0,
      lessons.findIndex((one) => one.lesson_id === lesson.lesson_id),
    )
    .map(({ lesson_id: id, title }) => ({ id, title }));
  const failed = t('The questions could not be saved.');
  const save = useAction({
    mutationFn: () =>
      call(editLesson, {
        params: { course_id: course.course_id, lesson_id: lesson.lesson_id },
        body: { base_version: course.version, edit_session: session, quiz: drafts.map(itemOfDraft) },
        fallback: failed,
      }),
    onSuccess: (saved) => {
      setChanged(false);
      onSaved(saved.lesson, saved.version);
      toast('success', t('The questions are saved.'));
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  const change = (next: readonly QuestionDraft[]) => {
    setSaid(false);
    setChanged(true);
    setDrafts(next);
  };
  return (
    <RuledSection title={t('Questions')} aside={t('{n} of up to {total}', { n: drafts.length, total: QUIZ_LIMITS.questions })}>
      {drafts.map((draft, at) => (
        <QuestionFields
          key={draft.id}
          number={at + 1}
          draft={draft}
          content={lesson.content}
          earlier={earlier}
          language={language}
          isStored={lesson.quiz.some(({ id }) => id === draft.id)}
          problem={isSaid && !isWhole(draft) ? t('A question needs a text, different options and a correct answer.') : null}
          onChange={(next) => change(drafts.map((one) => (one.id === draft.id ? next : one)))}
          onRemove={() => change(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
      <ActionRow>
        <Button
          variant="outlined"
          color="inherit"
          disabled={drafts.length >= QUIZ_LIMITS.questions}
          onClick={() => change([...drafts, newQuestion()])}
        >
          {t('Add question')}
        </Button>
        <Button
          {...(isChanged ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
          aria-busy={save.isPending}
          onClick={() => (drafts.every(isWhole) ? save.mutate() : setSaid(true))}
        >
          {t('Save questions')}
        </Button>
      </ActionRow>
    </RuledSection>
  );
}
