import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import { askLessonQuestion, listLessonQuestions, type LessonQuestion } from '#contract/market/questions.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';

interface LessonQuestionsProps {
  readonly userId: string;
  /** Id of the user's own copy. */
  readonly courseId: string;
  readonly lessonId: string;
}

const questionsOf = ({ userId, courseId, lessonId }: LessonQuestionsProps) =>
  queryOptions({
    queryKey: ['lesson-questions', userId, courseId, lessonId],
    queryFn: ({ signal }) => call(listLessonQuestions, { params: { course_id: courseId, lesson_id: lessonId }, signal }),
    retry: false,
  });

/** Questions to the creator of a course, beside the lesson they are about. Renders nothing for the user's own course. */
export default function LessonQuestions(of: LessonQuestionsProps) {
  const { data } = useQuery(questionsOf(of));
  if (!data?.can_ask) return null;
  return (
    <RuledSection title={t('Questions and answers')} isInner>
      {data.questions.length > 0 && (
        <EntryList>
          {data.questions.map((question) => (
            <Asked key={question.question_id} question={question} />
          ))}
        </EntryList>
      )}
      <Ask {...of} />
    </RuledSection>
  );
}

function Asked({ question }: { readonly question: LessonQuestion }) {
  return (
    <Entry title={question.is_own ? t('You') : <bdi>{question.by}</bdi>} lines={[formatDate(question.created_at)]}>
      <TypedText>{question.text}</TypedText>
      {question.answer === null ? (
        <Typography variant="body2" color="textSecondary">
          {t('Not answered yet. We will notify you of the answer.')}
        </Typography>
      ) : (
        <Quotation component="div">
          <Typography variant="subtitle2">{t('The creator’s answer')}</Typography>
          <TypedText>{question.answer}</TypedText>
        </Quotation>
      )}
    </Entry>
  );
}

function Ask(of: LessonQuestionsProps) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [hasAsked, setAsked] = useState(false);
  const refusal = useAgeRefusal(of.userId, 'chat_with_strangers');
  // retries reuse the id, so they send only one question
  const [questionId, setQuestionId] = useState(() => crypto.randomUUID());
  const ask = useAction({
    mutationFn: () =>
      act(
        askLessonQuestion,
        { params: { course_id: of.courseId, lesson_id: of.lessonId }, body: { question_id: questionId, text } },
        { lane: `asked:${questionId}` },
      ),
    onSuccess: (now) => {
      if (now) cache.setQueryData(questionsOf(of).queryKey, now);
      setText('');
      setQuestionId(crypto.randomUUID());
    },
    onError: (error) => toast('error', errorText(error, t('The question could not be sent.'))),
  });
  return (
    <>
      <Stack
        component="form"
        sx={{ gap: 1, paddingBlockStart: 1.5 }}
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
          helper={t('Once answered, your question can be read by everyone who has the course, with your first name.')}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          type="submit"
          size="small"
          variant="outlined"
          color="inherit"
          disabled={!text.trim()}
          aria-busy={ask.isPending}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('Ask')}
        </Button>
      </Stack>
      {hasAsked && refusal !== null && <AgeReason refusal={refusal} />}
    </>
  );
}
