import { useState, type ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import FormControl from '@mui/material/FormControl';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  feedbackOf,
  hasKey,
  isRightChoice,
  kindOf,
  optionsOf,
  purposeOf,
  rightIdsOf,
  type QuizItem,
} from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CheckButton } from '#frontend/ui/quiz/check-button.tsx';
import { QuestionOptions, RightOptions } from '#frontend/ui/quiz/question-options.tsx';
import type { learnParams } from './lesson-path.ts';
import { LEARN } from './lesson-path.ts';

/** A learner's answers as stored on the server, and the function to answer. Without it, answers are only checked locally. */
export interface Practice {
  /** By question: the most recently chosen options, in order. If answers are graded, a question gets its key once it is among these. */
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

/**
 * Scrolls to the heading of the passage that answers a question, and focuses it: the heading before the question; for a prediction, the one
 * after it.
 */
function showPassage(item: QuizItem): void {
  const question = document.getElementById(`question-${item.id}`);
  const article = question?.closest('article');
  if (!question || !article) return;
  const headings = [...article.querySelectorAll<HTMLElement>('h2, h3')].filter((heading) => !heading.closest('[data-unread]'));
  const isBefore = (heading: HTMLElement) => (question.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
  const passage = purposeOf(item) === 'predict' ? headings.find((heading) => !isBefore(heading)) : headings.findLast(isBefore);
  const target = passage ?? article;
  target.tabIndex = -1;
  target.scrollIntoView({ block: 'start' });
  target.focus({ preventScroll: true });
}

interface QuizQuestionProps {
  readonly item: QuizItem;
  readonly number: number;
  readonly language: TextLanguage;
  readonly practice: Practice | undefined;
  readonly recalled: Recalled | undefined;
}

/** Finds the earlier lesson that a question recalls, by its id; null if it does not exist. `link` is where it can be opened. */
export type Recalled = (lessonId: string) => { readonly title: string; readonly link?: ReturnType<typeof learnParams> } | null;

function QuizQuestion({ item, number, language, practice, recalled }: QuizQuestionProps) {
  const earlier = purposeOf(item) === 'recall' && item.recalls !== undefined ? recalled?.(item.recalls) : null;
  const before = practice?.chosen.get(item.id) ?? [];
  // the previous answer stays shown with its mark until another option is chosen
  const [picked, setPicked] = useState<{ readonly ids: readonly string[]; readonly isChecked: boolean } | null>(null);
  const chosen = picked?.ids ?? before;
  // a question whose answers are graded comes without its key until it is answered
  const isChecked = (picked?.isChecked ?? before.length > 0) && hasKey(item);
  const isRight = isRightChoice(item, chosen);
  const [kind, options] = [kindOf(item), optionsOf(item)];
  // the initial order counts as an answer, too
  const answer = kind === 'order' && chosen.length === 0 ? options.map(({ id }) => id) : chosen;
  return (
    <FormControl component="fieldset" fullWidth id={`question-${item.id}`}>
      <Typography component="legend" variant="subtitle2" sx={{ float: 'inline-start', width: '100%', marginBlockEnd: 1 }}>
        <span {...language}>
          {number}. <FormulaText text={item.question} dir={language.dir} />
        </span>
      </Typography>
      {earlier && (
        <Typography variant="body2" color="textSecondary" sx={{ clear: 'both', marginBlockEnd: 1 }}>
          {t('From the lesson:')}{' '}
          {earlier.link ? (
            <TextLink to={LEARN} params={earlier.link} {...language}>
              <FormulaText text={earlier.title} dir={language.dir} />
            </TextLink>
          ) : (
            <span {...language}>
              <FormulaText text={earlier.title} dir={language.dir} />
            </span>
          )}
        </Typography>
      )}
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
            rightIds={isChecked ? rightIdsOf(item) : undefined}
            feedback={isChecked ? feedbackOf(item, chosen) : undefined}
          />
          {/* one element for both labels, so that the button keeps the focus */}
          <CheckButton
            isChecked={isChecked}
            isChosen={answer.length > 0}
            onPress={() => {
              if (isChecked) return setPicked({ ids: [], isChecked: false });
              setPicked({ ids: answer, isChecked: true });
              practice?.onAnswer(item.id, answer);
            }}
          >
            {!isChecked ? t('Check answer') : isRight ? t('Answer again') : t('Try again')}
          </CheckButton>
          <div role="status">
            {isChecked && (
              <Alert severity={isRight ? 'success' : 'error'} role="presentation" sx={{ marginBlockStart: 1.5 }}>
                <AlertTitle>
                  {isRight ? t('Right.') : t('Not quite. The answer is:')}
                  {!isRight && (
                    <>
                      {' '}
                      <RightOptions kind={kind} options={options} rightIds={rightIdsOf(item)} language={language} />
                    </>
                  )}
                </AlertTitle>
                <span {...language}>
                  <FormulaText text={item.explanation} dir={language.dir} />
                </span>
              </Alert>
            )}
          </div>
          {isChecked && !isRight && purposeOf(item) !== 'recall' && (
            <Button variant="text" onClick={() => showPassage(item)} sx={{ alignSelf: 'flex-start' }}>
              {t('Read the passage again')}
            </Button>
          )}
        </>
      )}
    </FormControl>
  );
}

interface LessonQuizProps {
  readonly quiz: readonly QuizItem[];
  /** Number of the lesson's questions before these. */
  readonly first: number;
  readonly language: TextLanguage;
  readonly practice?: Practice | undefined;
  readonly recalled?: Recalled | undefined;
}

/** Questions of a lesson. Each can be answered and explained separately, any number of times. */
export function LessonQuiz({ quiz, first, language, practice, recalled }: LessonQuizProps) {
  return (
    <Stack divider={<Divider />} sx={{ gap: 2.5, marginBlockStart: 1 }}>
      {quiz.map((item, index) => (
        <QuizQuestion key={item.id} item={item} number={first + index + 1} language={language} practice={practice} recalled={recalled} />
      ))}
    </Stack>
  );
}
