import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Radio from '@mui/material/Radio';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FIELD_BOUNDS } from '#contract/courses/asked-field.ts';
import { WORKSHOP_BOUNDS } from '#contract/courses/workshop.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { AddIcon } from '#frontend/ui/feature-icons.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ArrowDownwardIcon, ArrowUpwardIcon, CloseIcon } from '#frontend/ui/icons.tsx';
import { newStepOption, STEP_KINDS, type StepDraft, type StepKind } from './workshop-draft.ts';

const KIND_NAMES: Readonly<Record<StepKind, () => string>> = {
  number: () => t('A number'),
  choice: () => t('One of several options'),
  line: () => t('A short text'),
  code: () => t('A line of code'),
  told: () => t('Nothing: the step only explains'),
};

interface StepFieldsProps {
  readonly n: number;
  readonly total: number;
  readonly draft: StepDraft;
  readonly language: TextLanguage;
  readonly problem: string | null;
  readonly onChange: (draft: StepDraft) => void;
  /** Moves the step by this many places. */
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** The editor of one step of a workshop. */
export function WorkshopStepFields({ n, total, draft, language, problem, onChange, onMove, onRemove }: StepFieldsProps) {
  const { kind, options, right } = draft;
  const text = (name: 'text' | 'hint' | 'explanation' | 'answer' | 'tolerance' | 'unit' | 'accepted') => ({
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ ...draft, [name]: target.value }),
  });
  const setOption = (id: string, part: { readonly text?: string; readonly feedback?: string }) =>
    onChange({ ...draft, options: options.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  return (
    <Card
      component="fieldset"
      sx={{ display: 'grid', gap: 1.5, minWidth: 0, marginInline: 0, marginBlockEnd: 2, padding: { xs: 2, md: 3 } }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ float: 'inline-start' }}>
        {t('Step {n} of {total}', { n, total })}
      </Typography>
      <TextField
        label={t('What is done and asked')}
        multiline
        minRows={3}
        maxLength={WORKSHOP_BOUNDS.text}
        {...text('text')}
        {...language}
      />
      <SelectField
        label={t('Learners enter')}
        value={kind}
        options={STEP_KINDS.map((value) => ({ value, label: KIND_NAMES[value]() }))}
        onChange={({ target }) => onChange({ ...draft, kind: target.value as StepKind })}
      />
      {kind === 'number' && (
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, '& > div': { flex: 1, minWidth: 0 } }}>
          <TextField label={t('Right answer')} {...text('answer')} {...{ dir: 'ltr' }} />
          <TextField
            label={t('Accepted difference')}
            helper={t('For rounding; empty for none')}
            {...text('tolerance')}
            {...{ dir: 'ltr' }}
          />
          <TextField label={t('Unit')} maxLength={FIELD_BOUNDS.unit} {...text('unit')} {...language} />
        </Stack>
      )}
      {kind === 'choice' && (
        <>
          <Typography variant="body2" color="textSecondary">
            {t('Mark the correct answer')}
          </Typography>
          {options.map(({ id, text: option, feedback }, at) => (
            <Stack key={id} sx={{ gap: 1 }}>
              <Stack direction="row" sx={{ alignItems: 'flex-end', gap: 0.5, '& > div': { flex: 1, minWidth: 0 } }}>
                <Radio
                  name={`right-${draft.id}`}
                  checked={right === id}
                  onChange={() => onChange({ ...draft, right: id })}
                  slotProps={{ input: { 'aria-label': t('Option {n} is right', { n: at + 1 }) } }}
                />
                <TextField
                  label={t('Option {n}', { n: at + 1 })}
                  maxLength={FIELD_BOUNDS.option}
                  value={option}
                  onChange={({ target }) => setOption(id, { text: target.value })}
                  {...language}
                />
                {options.length > 2 && (
                  <IconButton
                    type="button"
                    aria-label={t('Remove option {n}', { n: at + 1 })}
                    onClick={() =>
                      onChange({ ...draft, options: options.filter((one) => one.id !== id), right: right === id ? '' : right })
                    }
                  >
                    <CloseIcon fontSize="small" aria-hidden />
                  </IconButton>
                )}
              </Stack>
              {right !== id && (
                <TextField
                  label={t('To learners who chose option {n}', { n: at + 1 })}
                  multiline
                  maxLength={FIELD_BOUNDS.feedback}
                  value={feedback}
                  onChange={({ target }) => setOption(id, { feedback: target.value })}
                  {...language}
                />
              )}
            </Stack>
          ))}
        </>
      )}
      {(kind === 'line' || kind === 'code') && (
        <TextField
          label={t('Accepted answers')}
          multiline
          isSource={kind === 'code'}
          helper={
            kind === 'code'
              ? t('One per line, the best first. Only spaces may differ.')
              : t('One per line, the best first. Case and a full stop do not matter.')
          }
          {...text('accepted')}
          {...(kind === 'code' ? { dir: 'ltr', spellCheck: false } : language)}
        />
      )}
      {kind !== 'told' && (
        <TextField label={t('Hint after a wrong answer')} maxLength={WORKSHOP_BOUNDS.hint} {...text('hint')} {...language} />
      )}
      <TextField
        label={t('Explanation')}
        multiline
        minRows={2}
        maxLength={WORKSHOP_BOUNDS.explanation}
        {...text('explanation')}
        {...language}
      />
      {problem !== null && <Alert severity="error">{problem}</Alert>}
      <ActionRow>
        {kind === 'choice' && options.length < FIELD_BOUNDS.options && (
          <Button
            color="inherit"
            startIcon={<AddIcon aria-hidden />}
            onClick={() => onChange({ ...draft, options: [...options, newStepOption()] })}
          >
            {t('Add option')}
          </Button>
        )}
        <IconButton type="button" disabled={n === 1} aria-label={t('Move step {n} up', { n })} onClick={() => onMove(-1)}>
          <ArrowUpwardIcon fontSize="small" aria-hidden />
        </IconButton>
        <IconButton type="button" disabled={n === total} aria-label={t('Move step {n} down', { n })} onClick={() => onMove(1)}>
          <ArrowDownwardIcon fontSize="small" aria-hidden />
        </IconButton>
        <Button color="error" onClick={onRemove}>
          {t('Remove step {n}', { n })}
        </Button>
      </ActionRow>
    </Card>
  );
}
