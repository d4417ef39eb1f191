import { useId, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { keepTerms } from '#frontend/lib/keep-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';

type QuizItem = Lesson['quiz'][number];

const Question = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: 0,
  padding: '16px 0 20px',
  minWidth: 0,
  maxWidth: READING_MEASURE,
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}` },
}));
const Legend = styled('legend')({ padding: 0, float: 'inline-start', width: '100%', fontWeight: 600, marginBlockEnd: 8 });
const Option = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 12,
  clear: 'both',
  paddingBlock: 8,
  cursor: 'pointer',
  '& input': { flex: 'none', width: 18, height: 18, margin: 0, translate: '0 3px', accentColor: theme.vars.palette.primary.main },
}));
const Feedback = styled('div')(({ theme }) => ({
  marginBlockStart: 12,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.success.main}`,
  '&[data-right="no"]': { borderColor: theme.vars.palette.error.main },
  '& p': { margin: 0 },
}));

/** What the server knows of somebody's answers, and the way to give one. Without it answers are only compared here. */
export interface Practice {
  /** By question: the option that was chosen last. */
  readonly chosen: ReadonlyMap<string, string>;
  /** `2 of 3 right`; null before anything was answered. */
  readonly score: string | null;
  readonly onAnswer: (questionId: string, chosenId: string) => void;
}

const Score = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '8px 0 0', color: theme.vars.palette.text.secondary }));

interface QuizQuestionProps {
  readonly item: QuizItem;
  readonly number: number;
  readonly language: TextLanguage;
  readonly practice: Practice | undefined;
}

function QuizQuestion({ item, number, language, practice }: QuizQuestionProps) {
  const name = useId();
  const before = practice?.chosen.get(item.id) ?? null;
  // what was answered before stands, marked, until something else is chosen
  const [picked, setPicked] = useState<{ readonly id: string; readonly isChecked: boolean } | null>(null);
  const chosen = picked?.id ?? before;
  const isChecked = picked?.isChecked ?? before !== null;
  const isRight = chosen === item.answer_id;
  const answer = item.options.find(({ id }) => id === item.answer_id);
  return (
    <Question>
      <Legend>
        <span {...language}>
          {number}. {keepTerms(item.question, language.dir)}
        </span>
      </Legend>
      {item.options.map((option) => (
        <Option key={option.id}>
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={chosen === option.id}
            onChange={() => {
              setPicked({ id: option.id, isChecked: false });
            }}
          />
          {/* In its own direction, but beside its button: only what is inline is set from the edge of what is around it. */}
          <span>
            <span {...language}>{keepTerms(option.text, language.dir)}</span>
          </span>
        </Option>
      ))}
      <Button
        variant="outlined"
        color="inherit"
        disabled={chosen === null || isChecked}
        onClick={() => {
          if (chosen === null) return;
          setPicked({ id: chosen, isChecked: true });
          practice?.onAnswer(item.id, chosen);
        }}
        sx={{ marginBlockStart: 1 }}
      >
        {t('Check answer')}
      </Button>
      <div role="status">
        {isChecked && (
          <Feedback data-right={isRight ? 'yes' : 'no'}>
            <p>
              <strong>{isRight ? t('Right.') : t('Not quite. The answer is:')}</strong>
              {!isRight && (
                <>
                  {' '}
                  <span {...language}>{keepTerms(answer?.text ?? '', language.dir)}</span>
                </>
              )}
            </p>
            <p>
              <span {...language}>{keepTerms(item.explanation, language.dir)}</span>
            </p>
          </Feedback>
        )}
      </div>
    </Question>
  );
}

interface LessonQuizProps {
  readonly quiz: readonly QuizItem[];
  readonly language: TextLanguage;
  readonly practice?: Practice | undefined;
}

/** The questions of a lesson; each is answered and explained on its own, as often as one likes. */
export function LessonQuiz({ quiz, language, practice }: LessonQuizProps) {
  return (
    <>
      {practice?.score != null && <Score role="status">{practice.score}</Score>}
      {quiz.map((item, index) => (
        <QuizQuestion key={item.id} item={item} number={index + 1} language={language} practice={practice} />
      ))}
    </>
  );
}
