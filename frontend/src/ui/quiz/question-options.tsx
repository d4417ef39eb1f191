import { useId } from 'react';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CheckIcon, CloseIcon } from '#frontend/ui/icons.tsx';
import { OrderOptions } from './order-options.tsx';

export interface ShownOption {
  readonly id: string;
  readonly text: string;
}

interface QuestionOptionsProps {
  readonly kind: QuestionKind;
  readonly options: readonly ShownOption[];
  /** The chosen ids, in their order; for an ordering question empty until something was moved. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly language: TextLanguage;
  readonly isDisabled?: boolean;
  /** After the answer: the right options, which are marked as such, and the wrongly chosen ones, too. */
  readonly rightIds?: readonly string[] | undefined;
}

/** An answer as a row to press, wherever on it. */
const Answer = styled(FormControlLabel)(({ theme }) => ({
  clear: 'both',
  display: 'flex',
  minHeight: 52,
  marginInline: 0,
  marginBlockEnd: 8,
  paddingInline: '4px 14px',
  borderRadius: RADIUS.control,
  border: `1px solid ${theme.vars.palette.line.control}`,
  backgroundColor: theme.vars.palette.background.paper,
  transition: 'border-color 120ms ease-out, background-color 120ms ease-out',
  '&:not(.Mui-disabled):hover': { borderColor: theme.vars.palette.text.primary },
  '&:has(:checked)': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.background.tint },
  '& > .MuiFormControlLabel-label': { flexGrow: 1 },
  '&[data-mark]': { backgroundColor: theme.vars.palette.background.paper },
  '&[data-mark=right]': { borderColor: theme.vars.palette.success.main, boxShadow: `inset 0 0 0 1px ${theme.vars.palette.success.main}` },
  '&[data-mark=wrong]': { borderColor: theme.vars.palette.error.main, boxShadow: `inset 0 0 0 1px ${theme.vars.palette.error.main}` },
}));

/** What became of an option: a tick or a cross with its words. */
function OptionMark({ isRight, isChosen }: { readonly isRight: boolean; readonly isChosen: boolean }) {
  const Icon = isRight ? CheckIcon : CloseIcon;
  return (
    <Typography
      component="span"
      variant="caption"
      color={isRight ? 'success' : 'error'}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
    >
      <Icon fontSize="small" aria-hidden />
      {isChosen ? t('Your answer') : t('Right answer')}
    </Typography>
  );
}

/** The answer controls of a question: single choice, multiple choice, or ordering. */
export function QuestionOptions({ kind, options, chosen, onChoose, language, isDisabled = false, rightIds }: QuestionOptionsProps) {
  const name = useId();
  if (kind === 'order') return <OrderOptions {...{ options, chosen, onChoose, language, isDisabled }} />;
  const isSeveral = kind === 'multiple';
  const toggle = (id: string) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const Mark = isSeveral ? Checkbox : Radio;
  return options.map(({ id, text }) => {
    const [isChosen, isRight] = [chosen.includes(id), rightIds?.includes(id) ?? false];
    const isMarked = rightIds !== undefined && (isChosen || isRight);
    return (
      <Answer
        key={id}
        value={id}
        data-mark={isMarked ? (isRight ? 'right' : 'wrong') : undefined}
        control={<Mark name={name} checked={isChosen} onChange={() => onChoose(isSeveral ? toggle(id) : [id])} />}
        label={
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
            {/* In its own direction, but beside its button: only inline content aligns with the edge of its surroundings. */}
            <span>
              <span {...language}>
                <FormulaText text={text} dir={language.dir} />
              </span>
            </span>
            {isMarked && <OptionMark isRight={isRight} isChosen={isChosen} />}
          </Box>
        }
      />
    );
  });
}

interface RightOptionsProps {
  readonly kind: QuestionKind;
  readonly options: readonly ShownOption[];
  readonly rightIds: readonly string[];
  readonly language: TextLanguage;
}

/** The right options as text: one option inline, several as a list. */
export function RightOptions({ kind, options, rightIds, language }: RightOptionsProps) {
  const texts = rightIds.map((right) => (
    <FormulaText key={right} text={options.find(({ id }) => id === right)?.text ?? ''} dir={language.dir} />
  ));
  if (texts.length === 1) return <span {...language}>{texts[0]}</span>;
  const List = kind === 'order' ? 'ol' : 'ul';
  return (
    <List {...language}>
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </List>
  );
}
