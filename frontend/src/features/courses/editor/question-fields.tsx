import AddIcon from '@mui/icons-material/AddOutlined';
import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import CloseIcon from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { QUESTION_KINDS, QUIZ_LIMITS, type QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import IconButton from '@mui/material/IconButton';
import { asKind, newOption, type QuestionDraft } from './question-draft.ts';

const Frame = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: 0,
  padding: '16px 0 20px',
  minWidth: 0,
  display: 'grid',
  gap: 12,
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}` },
}));
const Legend = styled('legend')({ padding: 0, fontWeight: 600 });
const Line = styled('div')({ display: 'flex', alignItems: 'flex-end', gap: 4, '& > div': { flex: 1, minWidth: 0 } });
const Mark = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 44,
  paddingInlineEnd: 8,
  cursor: 'pointer',
  ...theme.typography.body2,
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
}));
const Problem = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.error.main }));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });

const KIND_NAMES: Readonly<Record<QuestionKind, () => string>> = {
  single: () => t('One right option'),
  true_false: () => t('True or false'),
  multiple: () => t('Several right options'),
  order: () => t('Put in order'),
  short: () => t('Answer in words'),
};

interface QuestionFieldsProps {
  readonly number: number;
  readonly draft: QuestionDraft;
  readonly language: TextLanguage;
  /** Whether the server has stored it, possibly with a rubric. */
  readonly isStored: boolean;
  readonly problem: string | null;
  readonly onChange: (draft: QuestionDraft) => void;
  readonly onRemove: () => void;
}

/** The editor of one question, of any kind. */
export function QuestionFields({ number, draft, language, isStored, problem, onChange, onRemove }: QuestionFieldsProps) {
  const { kind, options, right } = draft;
  const isFixed = kind === 'true_false';
  const setText = (id: string, text: string) => onChange({ ...draft, options: options.map((one) => (one.id === id ? { id, text } : one)) });
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
    <Frame>
      <Legend>{t('Question {n}', { n: number })}</Legend>
      <SelectField
        label={t('Kind')}
        value={kind}
        options={QUESTION_KINDS.map((value) => ({ value, label: KIND_NAMES[value]() }))}
        onChange={({ target }) => onChange(asKind(draft, target.value as QuestionKind))}
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
      {options.map(({ id, text }, at) => (
        <Line key={id}>
          {kind !== 'order' && (
            <Mark>
              <input
                type={kind === 'multiple' ? 'checkbox' : 'radio'}
                name={`right-${draft.id}`}
                checked={right.includes(id)}
                onChange={() => mark(id)}
                aria-label={t('Option {n} is right', { n: at + 1 })}
              />
            </Mark>
          )}
          <TextField
            label={kind === 'order' ? t('Place {n}', { n: at + 1 }) : t('Option {n}', { n: at + 1 })}
            maxLength={QUIZ_LIMITS.text}
            value={text}
            onChange={({ target }) => setText(id, target.value)}
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
                <UpIcon fontSize="small" aria-hidden />
              </IconButton>
              <IconButton
                type="button"
                disabled={at === options.length - 1}
                aria-label={t('Move place {n} down', { n: at + 1 })}
                onClick={() => move(at, at + 1)}
              >
                <DownIcon fontSize="small" aria-hidden />
              </IconButton>
            </>
          )}
          {!isFixed && options.length > 2 && (
            <IconButton type="button" aria-label={t('Remove option {n}', { n: at + 1 })} onClick={() => remove(id)}>
              <CloseIcon fontSize="small" aria-hidden />
            </IconButton>
          )}
        </Line>
      ))}
      {kind === 'short' && (
        <TextField
          label={t('Rubric')}
          multiline
          minRows={3}
          value={draft.rubric}
          onChange={({ target }) => onChange({ ...draft, rubric: target.value })}
          helper={
            isStored && draft.rubric === ''
              ? t('What a full answer says, one point a line. A stored rubric stays on the server; what is typed here takes its place.')
              : t('What a full answer says, one point a line.')
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
      {problem !== null && <Problem role="alert">{problem}</Problem>}
      <Actions>
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
      </Actions>
    </Frame>
  );
}
