import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { isRightChoice, kindOf, optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import { QuestionOptions, RightOptions } from '#frontend/ui/quiz/question-options.tsx';

const Question = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: 0,
  padding: '16px 0 20px',
  minWidth: 0,
  maxWidth: READING_MEASURE,
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}` },
}));
const Legend = styled('legend')({ padding: 0, float: 'inline-start', width: '100%', fontWeight: 600, marginBlockEnd: 8 });
const Feedback = styled('div')(({ theme }) => ({
  marginBlockStart: 12,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.success.main}`,
  '&[data-right="no"]': { borderColor: theme.vars.palette.error.main },
  '& p': { margin: 0 },
}));

/** The server's state of a learner's answers, and the call to answer. Without it answers are only compared locally. */
export interface Practice {
  /** By question: the options chosen last, in their order. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  /** `2 of 3 right`; null before the first answer. */
  readonly score: string | null;
  readonly onAnswer: (questionId: string, chosenIds: readonly string[]) => void;
  /** Renders the free-text answer of a question, which an AI service grades. */
  readonly inWords: (questionId: string, language: TextLanguage) => ReactNode;
}

/** Scrolls to a question of the shown lesson and focuses its first control. */
export function showQuestion(id: string): void {
  const question = document.getElementById(`question-${id}`);
  question?.scrollIntoView({ block: 'center' });
  question?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
}

interface QuizQuestionProps {
  readonly item: QuizItem;
  readonly number: number;
  readonly language: TextLanguage;
  readonly practice: Practice | undefined;
}

function QuizQuestion({ item, number, language, practice }: QuizQuestionProps) {
  const before = practice?.chosen.get(item.id) ?? [];
  // the previous answer stays shown, with its mark, until something else is chosen
  const [picked, setPicked] = useState<{ readonly ids: readonly string[]; readonly isChecked: boolean } | null>(null);
  const chosen = picked?.ids ?? before;
  const isChecked = picked?.isChecked ?? before.length > 0;
  const isRight = isRightChoice(item, chosen);
  const [kind, options] = [kindOf(item), optionsOf(item)];
  // the initial order is an answer, too
  const answer = kind === 'order' && chosen.length === 0 ? options.map(({ id }) => id) : chosen;
  return (
    <Question id={`question-${item.id}`}>
      <Legend>
        <span {...language}>
          {number}. {isolateLatinTerms(item.question, language.dir)}
        </span>
      </Legend>
      {kind === 'short' ? (
        (practice?.inWords(item.id, language) ?? null)
      ) : (
        <>
          <QuestionOptions
            kind={kind}
            options={options}
            chosen={chosen}
            onChoose={(ids) => setPicked({ ids, isChecked: false })}
            language={language}
          />
          <Button
            variant="outlined"
            color="inherit"
            disabled={answer.length === 0 || isChecked}
            onClick={() => {
              setPicked({ ids: answer, isChecked: true });
              practice?.onAnswer(item.id, answer);
            }}
            sx={{ marginBlockStart: 1 }}
          >
            {t('Check answer')}
          </Button>
          <div role="status">
            {isChecked && (
              <Feedback data-right={isRight ? 'yes' : 'no'}>
                <div>
                  <strong>{isRight ? t('Right.') : t('Not quite. The answer is:')}</strong>
                  {!isRight && (
                    <>
                      {' '}
                      <RightOptions kind={kind} options={options} rightIds={rightIdsOf(item)} language={language} />
                    </>
                  )}
                </div>
                <p>
                  <span {...language}>{isolateLatinTerms(item.explanation, language.dir)}</span>
                </p>
              </Feedback>
            )}
          </div>
        </>
      )}
    </Question>
  );
}

interface LessonQuizProps {
  readonly quiz: readonly QuizItem[];
  /** How many questions of the lesson stand before these. */
  readonly first: number;
  readonly language: TextLanguage;
  readonly practice?: Practice | undefined;
}

/** Questions of a lesson; each can be answered and explained separately, any number of times. */
export function LessonQuiz({ quiz, first, language, practice }: LessonQuizProps) {
  return quiz.map((item, index) => (
    <QuizQuestion key={item.id} item={item} number={first + index + 1} language={language} practice={practice} />
  ));
}
