import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import { askLessonQuestion, listLessonQuestions, type LessonQuestion } from '#contract/market/questions.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 20, paddingBlock: 16 });
const Words = styled('p')({ margin: '4px 0', whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary, margin: 0 }));
const Answer = styled('div')(({ theme }) => ({
  marginBlockStart: 8,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
}));
const Form = styled('form')({ display: 'grid', gap: 8, justifyItems: 'start', paddingBlockStart: 12, '& > div': { width: '100%' } });

interface LessonQuestionsProps {
  readonly userId: string;
  /** Of the user's own copy. */
  readonly courseId: string;
  readonly lessonId: string;
}

const questionsOf = ({ userId, courseId, lessonId }: LessonQuestionsProps) =>
  queryOptions({
    queryKey: ['lesson-questions', userId, courseId, lessonId],
    queryFn: ({ signal }) => call(listLessonQuestions, { params: { course_id: courseId, lesson_id: lessonId }, signal }),
    retry: false,
  });

/** Questions to the creator of a taken course, beside the lesson they concern. Renders nothing for one's own course. */
export default function LessonQuestions(of: LessonQuestionsProps) {
  const { data } = useQuery(questionsOf(of));
  if (!data?.can_ask) return null;
  return (
    <RuledSection title={t('Questions and answers')} isInner>
      {data.questions.length > 0 && (
        <List>
          {data.questions.map((question) => (
            <Asked key={question.question_id} question={question} />
          ))}
        </List>
      )}
      <Ask {...of} />
    </RuledSection>
  );
}

function Asked({ question }: { readonly question: LessonQuestion }) {
  return (
    <li>
      <Note>
        {question.is_own ? t('You') : <bdi>{question.by}</bdi>} · {formatDate(question.created_at)}
      </Note>
      <Words dir="auto">{question.text}</Words>
      {question.answer === null ? (
        <Note>{t('Not answered yet. You will be notified when it is.')}</Note>
      ) : (
        <Answer>
          <strong>{t('Answer of the creator')}</strong>
          <Words dir="auto">{question.answer}</Words>
        </Answer>
      )}
    </li>
  );
}

function Ask(of: LessonQuestionsProps) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [hasAsked, setAsked] = useState(false);
  const refusal = useAgeRefusal(of.userId, 'chat_with_strangers');
  // retries reuse the id, so they send one question
  const [questionId, setQuestionId] = useState(() => crypto.randomUUID());
  const ask = useAction({
    mutationFn: () =>
      call(askLessonQuestion, {
        params: { course_id: of.courseId, lesson_id: of.lessonId },
        body: { question_id: questionId, text },
        fallback: t('The question could not be sent.'),
      }),
    onSuccess: (now) => {
      cache.setQueryData(questionsOf(of).queryKey, now);
      setText('');
      setQuestionId(crypto.randomUUID());
    },
    onError: (error) => toast('error', errorText(error, t('The question could not be sent.'))),
  });
  return (
    <>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (text.trim() && refusal === null) ask.mutate();
        }}
      >
        <TextField
          label={t('Ask the creator about this lesson')}
          multiline
          minRows={2}
          maxLength={MARKET_TEXT_LENGTH}
          value={text}
          helper={t('With its answer it can be read by everybody who has the course, with your first name.')}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="outlined" color="inherit" disabled={!text.trim()} aria-busy={ask.isPending}>
          {t('Ask')}
        </Button>
      </Form>
      {hasAsked && refusal !== null && <AgeReason refusal={refusal} />}
    </>
  );
}
