import { useEffect, useId, useRef, useState, type FormEvent, type Ref } from 'react';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { answerText, checkEntry } from '#contract/courses/asked-answer.ts';
import { FIELD_BOUNDS, type AskedField } from '#contract/courses/asked-field.ts';
import type { Workshop, WorkshopStep } from '#contract/courses/workshop.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatExact } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { QuestionOptions } from '#frontend/ui/quiz/question-options.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { TRIES_BEFORE_SHOWN, useWorkshopProgress, type StepProgress } from './workshop-progress.ts';

interface WorkshopViewProps {
  readonly workshop: Workshop;
  readonly language: TextLanguage;
  /** Identifies reader, course and lesson, to store the progress; without it, progress lasts as long as the page. */
  readonly place: string | undefined;
}

/** A workshop: its steps one by one, the next when the page has checked what the reader filled in. */
export function WorkshopView({ workshop, language, place }: WorkshopViewProps) {
  const { title, intro, steps } = workshop;
  const { of, done, record, restart } = useWorkshopProgress(workshop, place);
  const [said, setSaid] = useState('');
  const open = useRef<HTMLHeadingElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const next = end.current ?? open.current;
    next?.focus({ preventScroll: true });
    next?.scrollIntoView?.({ block: 'nearest' });
  }, [done]);
  const isEnd = done === steps.length;
  const goOn = (step: WorkshopStep, part: Partial<StepProgress>, word: string) => {
    moved.current = true;
    setSaid(
      [word, done + 1 < steps.length ? t('Step {n} of {total}', { n: done + 2, total: steps.length }) : t('This was the last step.')].join(
        ' ',
      ),
    );
    record(step.id, part);
  };
  // the keyboard of numbers has no minus sign on a phone
  const hasNegative = steps.some(({ field }) => field?.kind === 'number' && field.answer < 0);
  return (
    <>
      <Typography variant="h3" sx={{ marginBlock: 1 }} {...language}>
        <FormulaText text={title} dir={language.dir} />
      </Typography>
      {intro !== '' && <LessonMarkdown {...language}>{intro}</LessonMarkdown>}
      <Stack component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, gap: 3, marginBlockStart: 2 }}>
        {steps.slice(0, done + 1).map((step, at) => (
          <Box component="li" key={step.id}>
            <StepHeading ref={at === done ? open : undefined} n={at + 1} total={steps.length} />
            <LessonMarkdown {...language}>{step.text}</LessonMarkdown>
            {at < done ? (
              <DoneStep step={step} progress={of(step.id)} language={language} />
            ) : (
              <OpenStep
                step={step}
                progress={of(step.id)}
                language={language}
                inputMode={hasNegative ? 'text' : 'decimal'}
                onTry={(entry, wrong) => record(step.id, { entry, wrong })}
                onDone={(part, word) => goOn(step, part, word)}
              />
            )}
          </Box>
        ))}
      </Stack>
      <UnseenSteps steps={steps.slice(done + 1)} first={done + 2} total={steps.length} language={language} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {isEnd && (
        <Stack sx={{ alignItems: 'flex-start', gap: 1, marginBlockStart: 3 }}>
          <Typography variant="subtitle1" component="p" ref={end} tabIndex={-1}>
            {t('You have worked through all steps.')}
          </Typography>
          <Button
            variant="outlined"
            onClick={() => {
              moved.current = true;
              setSaid(t('Step {n} of {total}', { n: 1, total: steps.length }));
              restart();
            }}
          >
            {t('Start again')}
          </Button>
        </Stack>
      )}
    </>
  );
}

interface StepHeadingProps {
  readonly n: number;
  readonly total: number;
  readonly ref?: Ref<HTMLHeadingElement> | undefined;
}

const StepHeading = ({ n, total, ref }: StepHeadingProps) => (
  <Typography variant="subtitle2" component="h4" color="textSecondary" ref={ref} tabIndex={ref ? -1 : undefined}>
    {t('Step {n} of {total}', { n, total })}
  </Typography>
);

interface StepProps {
  readonly step: WorkshopStep;
  readonly progress: StepProgress;
  readonly language: TextLanguage;
}

/** A step that is behind the reader: what they entered, or that it was shown, and the explanation. */
function DoneStep({ step, progress, language }: StepProps) {
  const { field, explanation } = step;
  const hasRight = field !== null && !progress.isTold;
  return (
    <Box sx={{ marginBlockStart: 1 }}>
      {field !== null && (
        <Alert severity={hasRight ? 'success' : 'info'} role="presentation">
          <AlertTitle>
            {hasRight ? t('Right.') : t('The answer is:')} <Answer field={field} language={language} />
          </AlertTitle>
          {explanation !== '' && <LessonMarkdown {...language}>{explanation}</LessonMarkdown>}
        </Alert>
      )}
      {field === null && explanation !== '' && <LessonMarkdown {...language}>{explanation}</LessonMarkdown>}
    </Box>
  );
}

/** The right answer as its reader writes it, numbers and code from left to right. */
function Answer({ field, language }: { readonly field: AskedField; readonly language: TextLanguage }) {
  const text = answerText(field, formatExact);
  if (field.kind === 'number') return <bdi>{[text, field.unit].filter(Boolean).join('\u00a0')}</bdi>;
  if (field.kind === 'line' && field.code) {
    return (
      <bdi dir="ltr">
        <code style={{ fontFamily: FONTS.mono }}>{text}</code>
      </bdi>
    );
  }
  return (
    <bdi {...language}>
      <FormulaText text={text} dir={language.dir} />
    </bdi>
  );
}

interface OpenStepProps extends StepProps {
  readonly inputMode: 'text' | 'decimal';
  /** Records a wrong entry, and how many there were. */
  readonly onTry: (entry: string, wrong: number) => void;
  readonly onDone: (part: Partial<StepProgress>, word: string) => void;
}

/** The step that the reader is at. */
function OpenStep({ step, progress, language, inputMode, onTry, onDone }: OpenStepProps) {
  const { field, hint } = step;
  const [entry, setEntry] = useState(progress.entry);
  const [checked, setChecked] = useState(progress.wrong > 0 ? progress.entry : null);
  const [unread, setUnread] = useState<string>();
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const errorId = useId();
  if (field === null) {
    return (
      <Button variant="contained" sx={{ marginBlockStart: 1.5 }} onClick={() => onDone({ isTold: true }, '')}>
        {t('Continue')}
      </Button>
    );
  }
  const isWrong = checked !== null && checked === entry;
  const verdict = isWrong ? checkEntry(field, entry) : null;
  const change = (next: string) => {
    setUnread(undefined);
    setEntry(next);
  };
  const check = (event: FormEvent) => {
    event.preventDefault();
    const { state } = checkEntry(field, entry);
    if (state === 'right') return onDone({ entry }, t('Right.'));
    if (state === 'unreadable') {
      setUnread(UNREADABLE[field.kind]());
      input.current?.focus();
      return undefined;
    }
    // the same entry twice is one attempt
    if (entry !== checked) onTry(entry, progress.wrong + 1);
    setChecked(entry);
    return undefined;
  };
  return (
    <Box component="form" noValidate onSubmit={check} sx={{ marginBlockStart: 1.5 }}>
      {field.kind === 'choice' ? (
        <Box role="radiogroup" aria-label={t('Your answer')} aria-describedby={unread ? errorId : undefined}>
          <QuestionOptions
            kind="single"
            options={field.options}
            chosen={entry === '' ? [] : [entry]}
            onChoose={([id = '']) => change(id)}
            language={language}
            rightIds={isWrong ? [] : undefined}
            feedback={verdict?.state === 'wrong' && verdict.feedback ? [{ option_id: entry, text: verdict.feedback }] : undefined}
          />
          {unread && (
            <Typography id={errorId} role="alert" variant="body2">
              {unread}
            </Typography>
          )}
        </Box>
      ) : (
        <Box sx={{ maxWidth: field.kind === 'number' ? '16rem' : '32rem' }}>
          <TextField
            label={t('Your answer')}
            value={entry}
            onChange={({ target }) => change(target.value)}
            error={unread}
            ref={input}
            maxLength={FIELD_BOUNDS.line}
            autoComplete="off"
            inputMode={field.kind === 'number' ? inputMode : 'text'}
            isSource={field.kind === 'line' && field.code}
            {...(field.kind === 'number' || field.code
              ? { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' }
              : language)}
            {...(field.kind === 'number' && field.unit !== '' && { endAdornment: <bdi>{field.unit}</bdi> })}
          />
        </Box>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, marginBlockStart: 1.5 }}>
        <Button type="submit" variant="contained">
          {t('Check answer')}
        </Button>
        {progress.wrong >= TRIES_BEFORE_SHOWN && (
          <Button variant="outlined" onClick={() => onDone({ entry, isTold: true }, t('The answer is shown above.'))}>
            {t('Show the answer')}
          </Button>
        )}
      </Stack>
      <div role="status">
        {isWrong && (
          <Alert severity="error" role="presentation" sx={{ marginBlockStart: 1.5 }}>
            <AlertTitle>{t('Not right yet.')}</AlertTitle>
            {hint !== '' && (
              <span {...language}>
                <FormulaText text={hint} dir={language.dir} />
              </span>
            )}
          </Alert>
        )}
      </div>
    </Box>
  );
}

const UNREADABLE: Readonly<Record<AskedField['kind'], () => string>> = {
  number: () => t('Enter a number, without words.'),
  choice: () => t('Choose an answer first.'),
  line: () => t('Enter an answer first.'),
};

interface UnseenStepsProps {
  readonly steps: readonly WorkshopStep[];
  readonly first: number;
  readonly total: number;
  readonly language: TextLanguage;
}

/** The steps to come, on paper only: with a line to write on, and without answers. */
const UnseenSteps = ({ steps, first, total, language }: UnseenStepsProps) => (
  <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>
    {steps.map(({ id, text, field }, at) => (
      <Box key={id} sx={{ marginBlockStart: 3 }}>
        <StepHeading n={first + at} total={total} />
        <LessonMarkdown {...language}>{text}</LessonMarkdown>
        {field?.kind === 'choice' && (
          <Box component="ul" {...language}>
            {field.options.map((option) => (
              <li key={option.id}>
                <FormulaText text={option.text} dir={language.dir} />
              </li>
            ))}
          </Box>
        )}
        {field !== null && field.kind !== 'choice' && <Box sx={{ height: '2.5rem', maxWidth: '32rem', borderBlockEnd: '1px solid' }} />}
      </Box>
    ))}
  </Box>
);
