import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Radio from '@mui/material/Radio';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { inPlainWords } from '#contract/courses/lesson-maths.ts';
import { sectionsOf } from '#contract/courses/place-questions.ts';
import {
  QUESTION_KINDS,
  QUESTION_PURPOSES,
  QUIZ_LIMITS,
  type QuestionKind,
  type QuestionPurpose,
} from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { AddIcon } from '#frontend/ui/feature-icons.tsx';
import { ArrowDownwardIcon, ArrowUpwardIcon, CloseIcon } from '#frontend/ui/icons.tsx';
import { asKind, hasFeedback, newOption, type QuestionDraft } from './question-draft.ts';

const KIND_NAMES: Readonly<Record<QuestionKind, () => string>> = {
  single: () => t('One right option'),
  true_false: () => t('True or false'),
  multiple: () => t('Several right options'),
  order: () => t('Put in order'),
  short: () => t('Answer in your own words'),
};

const PURPOSE_NAMES: Readonly<Record<QuestionPurpose, () => string>> = {
  check: () => t('Check the result'),
  predict: () => t('Predict before reading'),
  recall: () => t('Recall an earlier lesson'),
};

/** The value for a question without a set place. */
const GUESSED = '';

/** The possible places for a question in a text. @param content Markdown */
function placesIn(content: string): { readonly value: string; readonly label: string }[] {
  const sections = sectionsOf(content);
  const nameOf = (section: string, at: number) => /^## (.+)/.exec(section.trimStart())?.[1]?.trim() ?? t('section {n}', { n: at + 1 });
  return [
    { value: GUESSED, label: t('Where it fits best') },
    { value: '0', label: t('Before the text') },
    ...sections
      .slice(0, -1)
      .map((section, at) => ({ value: String(at + 1), label: t('After: {section}', { section: nameOf(section, at) }) })),
    { value: String(Math.max(1, sections.length)), label: t('After the text') },
  ];
}

/** A lesson that a question may recall. */
export interface EarlierLesson {
  readonly id: string;
  readonly title: string;
}

interface QuestionFieldsProps {
  readonly number: number;
  readonly draft: QuestionDraft;
  /** The lesson's text; questions are placed between its sections. */
  readonly content: string;
  readonly earlier: readonly EarlierLesson[];
  readonly language: TextLanguage;
  /** Whether the server has stored it, possibly with a rubric. */
  readonly isStored: boolean;
  readonly problem: string | null;
  readonly onChange: (draft: QuestionDraft) => void;
  readonly onRemove: () => void;
}

/** The editor of one question, of any kind. */
export function QuestionFields({ number, draft, content, earlier, language, isStored, problem, onChange, onRemove }: QuestionFieldsProps) {
  const { kind, options, right } = draft;
  const isFixed = kind === 'true_false';
  const Mark = kind === 'multiple' ? Checkbox : Radio;
  const places = placesIn(content);
  const last = Number(places.at(-1)!.value);
  const setOption = (id: string, part: { readonly text?: string; readonly feedback?: string }) =>
    onChange({ ...draft, options: options.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  const mark = (id: string) => {
    if (kind !== 'multiple') return onChange({ ...draft, right: [id] });
    onChange({ ...draft, right: right.includes(id) ? right.filter((one) => one !== id) : [...right, id] });
  };
  const move = (at: number, to: number) => {
    const others = options.filter((_, index) => index !== at);
    onChange({ ...draft, options: [...others.slice(0, to), options[at]!, ...others.slice(to)] });
  };
  const remove = (gone: string) =>
    onChange({ ...draft, options: options.filter(({ id }) => id !== gone), right: right.filter((id) => id !== gone) });
  return (
    <Card
      component="fieldset"
      sx={{ display: 'grid', gap: 1.5, minWidth: 0, marginInline: 0, marginBlockEnd: 2, padding: { xs: 2, md: 3 } }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ float: 'inline-start' }}>
        {t('Question {n}', { n: number })}
      </Typography>
      <SelectField
        label={t('Kind')}
        value={kind}
        options={QUESTION_KINDS.map((value) => ({ value, label: KIND_NAMES[value]() }))}
        onChange={({ target }) => onChange(asKind(draft, target.value as QuestionKind))}
      />
      <SelectField
        label={t('Purpose')}
        value={draft.purpose}
        options={QUESTION_PURPOSES.map((value) => ({ value, label: PURPOSE_NAMES[value]() }))}
        onChange={({ target }) => onChange({ ...draft, purpose: target.value as QuestionPurpose })}
      />
      {draft.purpose === 'recall' && (
        <SelectField
          label={t('Earlier lesson')}
          value={earlier.some(({ id }) => id === draft.recalls) ? draft.recalls : ''}
          options={[
            { value: '', label: t('None in particular') },
            ...earlier.map(({ id, title }) => ({ value: id, label: inPlainWords(title) })),
          ]}
          onChange={({ target }) => onChange({ ...draft, recalls: target.value })}
        />
      )}
      <SelectField
        label={t('Place')}
        value={draft.after === null ? GUESSED : String(Math.min(draft.after, last))}
        options={places}
        onChange={({ target }) => onChange({ ...draft, after: target.value === GUESSED ? null : Number(target.value) })}
      />
      <TextField
        label={t('Question')}
        multiline
        minRows={2}
        maxLength={QUIZ_LIMITS.text}
        value={draft.question}
        onChange={({ target }) => onChange({ ...draft, question: target.value })}
        {...language}
      />
      {kind !== 'order' && options.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {kind === 'multiple' ? t('Mark the correct answers') : t('Mark the correct answer')}
        </Typography>
      )}
      {options.map(({ id, text }, at) => (
        <Stack key={id} direction="row" sx={{ alignItems: 'flex-end', gap: 0.5, '& > div': { flex: 1, minWidth: 0 } }}>
          {kind !== 'order' && (
            <Mark
              name={`right-${draft.id}`}
              checked={right.includes(id)}
              onChange={() => mark(id)}
              slotProps={{ input: { 'aria-label': t('Option {n} is right', { n: at + 1 }) } }}
            />
          )}
          <TextField
            label={kind === 'order' ? t('Place {n}', { n: at + 1 }) : t('Option {n}', { n: at + 1 })}
            maxLength={QUIZ_LIMITS.text}
            value={text}
            onChange={({ target }) => setOption(id, { text: target.value })}
            {...language}
          />
          {kind === 'order' && (
            <>
              <IconButton
                type="button"
                disabled={at === 0}
                aria-label={t('Move place {n} up', { n: at + 1 })}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUpwardIcon fontSize="small" aria-hidden />
              </IconButton>
              <IconButton
                type="button"
                disabled={at === options.length - 1}
                aria-label={t('Move place {n} down', { n: at + 1 })}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDownwardIcon fontSize="small" aria-hidden />
              </IconButton>
            </>
          )}
          {!isFixed && options.length > 2 && (
            <IconButton type="button" aria-label={t('Remove option {n}', { n: at + 1 })} onClick={() => remove(id)}>
              <CloseIcon fontSize="small" aria-hidden />
            </IconButton>
          )}
        </Stack>
      ))}
      {hasFeedback(kind) &&
        options.map(({ id, feedback }, at) =>
          right.includes(id) ? null : (
            <TextField
              key={id}
              label={t('To learners who chose option {n}', { n: at + 1 })}
              multiline
              helper={t('Why someone might choose it, and what shows that it is wrong.')}
              maxLength={QUIZ_LIMITS.feedback}
              value={feedback}
              onChange={({ target }) => setOption(id, { feedback: target.value })}
              {...language}
            />
          ),
        )}
      {kind === 'short' && (
        <TextField
          label={t('Rubric')}
          multiline
          minRows={3}
          value={draft.rubric}
          onChange={({ target }) => onChange({ ...draft, rubric: target.value })}
          helper={
            isStored && draft.rubric === ''
              ? t('The points a full answer must cover, one per line. The stored rubric is not shown; anything you type here replaces it.')
              : t('The points a full answer must cover, one per line.')
          }
          {...language}
        />
      )}
      <TextField
        label={kind === 'short' ? t('A full answer') : t('Explanation')}
        multiline
        minRows={2}
        maxLength={QUIZ_LIMITS.explanation}
        value={draft.explanation}
        onChange={({ target }) => onChange({ ...draft, explanation: target.value })}
        {...language}
      />
      {problem !== null && <Alert severity="error">{problem}</Alert>}
      <ActionRow>
        {!isFixed && kind !== 'short' && options.length < QUIZ_LIMITS.options && (
          <Button
            color="inherit"
            startIcon={<AddIcon aria-hidden />}
            onClick={() => onChange({ ...draft, options: [...options, newOption()] })}
          >
            {t('Add option')}
          </Button>
        )}
        <Button color="error" onClick={onRemove}>
          {t('Remove question {n}', { n: number })}
        </Button>
      </ActionRow>
    </Card>
  );
}
