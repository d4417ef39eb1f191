import { lazy, Suspense, useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import { MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { ANSWER_LENGTH } from '#contract/courses/quiz.contract.ts';
import type { Grade } from '#contract/practice/words.contract.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { withReason } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CheckIcon, CloseIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useWords, type LessonRef, type ShownAnswer } from './words-queries.ts';

const LessonMarkdown = lazy(() =>
  import('#frontend/ui/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

const BODY = { clear: 'both', alignItems: 'flex-start', gap: 1.5, '& > div': { width: '100%' } } as const;
const Note = (props: TypographyProps) => <Typography variant="body2" color="textSecondary" {...props} />;

interface WordsQuestionProps {
  readonly of: LessonRef;
  readonly questionId: string;
  readonly language: TextLanguage;
  /** In a review, the earlier answer is not shown. */
  readonly isFresh?: boolean;
}

/** A free-text question: answered, graded by a service, contestable once. */
export function WordsQuestion({ of, questionId, language, isFresh = false }: WordsQuestionProps) {
  return (
    <GradedText
      words={useWords(of, questionId, language.lang)}
      maxLength={ANSWER_LENGTH}
      minRows={3}
      language={language}
      isFresh={isFresh}
    />
  );
}

interface GradedTextProps {
  readonly words: ReturnType<typeof useWords>;
  readonly maxLength: number;
  readonly minRows: number;
  readonly language: TextLanguage;
  readonly isFresh?: boolean;
}

/** A text that the learner writes and a service grades by its points. */
export function GradedText({ words, maxLength, minRows, language, isFresh = false }: GradedTextProps) {
  const [text, setText] = useState('');
  /** One id per draft, which a retry reuses. */
  const [draftId, setDraftId] = useState(randomId);
  const [isWriting, setWriting] = useState(isFresh);
  const { answer } = words;
  if (!words.isLoaded) return <Note role="status">{t('Loading')}</Note>;
  if (answer === undefined || (isWriting && answer.answer_id !== draftId)) {
    return (
      <Stack sx={BODY}>
        <TextField
          label={t('Your answer')}
          multiline
          minRows={minRows}
          maxLength={maxLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          {...language}
        />
        <Note>
          {t(
            'An AI service grades it. It counts as one of the mentor’s answers in your plan; when those are used up it costs {price} tokens.',
            {
              price: formatNumber(MENTOR_ANSWER_CENTITOKENS / 100),
            },
          )}
        </Note>
        <Button
          variant="outlined"
          color="inherit"
          disabled={text.trim() === ''}
          aria-busy={words.send.isPending}
          onClick={() => words.send.mutate({ answerId: draftId, text })}
        >
          {t('Have the answer graded')}
        </Button>
      </Stack>
    );
  }
  const again = () => {
    setText(answer.text);
    setDraftId(randomId());
    setWriting(true);
  };
  return (
    <Stack sx={BODY}>
      <Typography component="blockquote" sx={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} {...language}>
        <FormulaText text={answer.text} dir={language.dir} />
      </Typography>
      <div role="status">
        {answer.status === 'waiting' && <Note>{t('Saved on this device. It is graded when you are connected again.')}</Note>}
        {answer.status === 'grading' && <Note>{t('Being graded. You can keep reading.')}</Note>}
        {answer.status === 'contested' && <Note>{t('A second AI service grades it.')}</Note>}
        {answer.status === 'failed' && <Note>{withReason(t('No AI service could grade it. Nothing was charged.'), answer.reason)}</Note>}
        {answer.grade !== null && <WordsGrade answer={answer} language={language} />}
      </div>
      <ActionRow>
        {answer.status === 'failed' && (
          <Button
            variant="outlined"
            color="inherit"
            aria-busy={words.send.isPending}
            onClick={() => words.send.mutate({ answerId: answer.answer_id, text: answer.text })}
          >
            {t('Grade it again')}
          </Button>
        )}
        {answer.may_contest && (
          <Button
            variant="outlined"
            color="inherit"
            aria-busy={words.contest.isPending}
            onClick={() => words.contest.mutate(answer.answer_id)}
          >
            {t('Challenge the grade')}
          </Button>
        )}
        {answer.status === 'graded' && (
          <Button color="inherit" onClick={again}>
            {t('Answer again')}
          </Button>
        )}
      </ActionRow>
    </Stack>
  );
}

const Quiet = (props: TypographyProps) => <Typography component="span" variant="body2" color="textSecondary" {...props} />;

/** The grade of an answer with its rubric; for a contested answer both grades, and which of them counts. */
function WordsGrade({ answer, language }: { readonly answer: ShownAnswer; readonly language: TextLanguage }) {
  const { grade, second, explanation } = answer;
  const isSandbox = useIsSandboxAi();
  if (grade === null) return null;
  return (
    <Stack sx={{ gap: 2 }}>
      {second !== null && <OneGrade grade={second} title={t('Second grade, which counts:')} language={language} />}
      <OneGrade grade={grade} title={second === null ? null : t('First grade:')} language={language} />
      {isSandbox && <Quiet>{t('The demo only compares words, so do not rely on this grade.')}</Quiet>}
      {explanation.includes('\n') ? (
        <div>
          <strong>{t('A full answer')}</strong>
          <Suspense>
            <LessonMarkdown {...language}>{explanation}</LessonMarkdown>
          </Suspense>
        </div>
      ) : (
        explanation !== '' && (
          <Typography variant="body2">
            <strong>{t('A full answer')}</strong>{' '}
            <span {...language}>
              <FormulaText text={explanation} dir={language.dir} />
            </span>
          </Typography>
        )
      )}
    </Stack>
  );
}

function OneGrade({ grade, title, language }: { readonly grade: Grade; readonly title: string | null; readonly language: TextLanguage }) {
  const met = grade.points.filter(({ is_met: isMet }) => isMet).length;
  const counts = { met: formatNumber(met), total: formatNumber(grade.points.length) };
  return (
    <Alert severity={grade.is_right ? 'success' : 'error'} role="note">
      {title !== null && `${title} `}
      <strong>{grade.is_right ? t('Right.') : t('Not quite.')}</strong>{' '}
      {grade.service === null
        ? t('{met} of {total} points.', counts)
        : t('{met} of {total} points, graded by {service}.', { ...counts, service: SERVICE_NAMES[grade.service] })}
      <Stack component="ul" sx={{ listStyle: 'none', margin: 0, marginBlock: 1, padding: 0, gap: 0.75 }}>
        {grade.points.map(({ point, is_met: isMet, reason }, index) => (
          <Stack component="li" direction="row" key={index} sx={{ gap: 1 }}>
            {isMet ? <CheckIcon fontSize="small" color="success" aria-hidden /> : <CloseIcon fontSize="small" color="error" aria-hidden />}
            <span>
              <VisuallyHidden>{isMet ? t('Met:') : t('Missing:')} </VisuallyHidden>
              <span {...language}>
                <FormulaText text={point} dir={language.dir} />
              </span>
              <Quiet {...language} sx={{ display: 'block' }}>
                <FormulaText text={reason} dir={language.dir} />
              </Quiet>
            </span>
          </Stack>
        ))}
      </Stack>
      <div {...language}>
        <FormulaText text={grade.feedback} dir={language.dir} />
      </div>
    </Alert>
  );
}
