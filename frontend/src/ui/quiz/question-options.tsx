import { Fragment, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import IconButton from '@mui/material/IconButton';
import type { OptionFeedback, QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CheckIcon, CloseIcon, ArrowDownwardIcon, ArrowUpwardIcon, DragIndicatorIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

export interface ShownOption {
  readonly id: string;
  readonly text: string;
}

interface QuestionOptionsProps {
  readonly kind: QuestionKind;
  readonly options: readonly ShownOption[];
  /** The chosen ids in order; for an ordering question, empty until something was moved. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly language: TextLanguage;
  readonly isDisabled?: boolean;
  /** After the answer: the right options, which are marked, as are wrongly chosen ones. */
  readonly rightIds?: readonly string[] | undefined;
  /** After the answer: explanations of the wrongly chosen options. */
  readonly feedback?: readonly OptionFeedback[] | undefined;
}

/** An answer as a row that can be pressed anywhere. */
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

/** The result for an option: a tick or a cross with its words. */
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
export function QuestionOptions({
  kind,
  options,
  chosen,
  onChoose,
  language,
  isDisabled = false,
  rightIds,
  feedback,
}: QuestionOptionsProps) {
  const name = useId();
  if (kind === 'order') return <OrderOptions {...{ options, chosen, onChoose, language, isDisabled }} />;
  const isSeveral = kind === 'multiple';
  const toggle = (id: string) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const Mark = isSeveral ? Checkbox : Radio;
  const answers = options.map(({ id, text }) => {
    const [isChosen, isRight] = [chosen.includes(id), rightIds?.includes(id) ?? false];
    const isMarked = rightIds !== undefined && (isChosen || isRight);
    const told = isMarked && isChosen ? feedback?.find((one) => one.option_id === id)?.text : undefined;
    const toldId = told === undefined ? undefined : `${name}-${id}`;
    const answer = (
      <Answer
        key={id}
        value={id}
        data-mark={isMarked ? (isRight ? 'right' : 'wrong') : undefined}
        control={
          <Mark
            name={name}
            checked={isChosen}
            onChange={() => onChoose(isSeveral ? toggle(id) : [id])}
            slotProps={{ input: { 'aria-describedby': toldId } }}
          />
        }
        label={
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
            {/* In its own direction, but beside its button: only inline content aligns with the edge of its container. */}
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
    if (told === undefined) return answer;
    return (
      <Fragment key={id}>
        {answer}
        <Typography id={toldId} variant="body2" sx={{ marginBlock: '0 12px', paddingInlineStart: 2 }} {...language}>
          <FormulaText text={told} dir={language.dir} />
        </Typography>
      </Fragment>
    );
  });
  if (!isSeveral || rightIds !== undefined) return answers;
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
        {t('Select all that apply.')}
      </Typography>
      {answers}
    </>
  );
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

const Row = styled(Paper)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  paddingInlineStart: 4,
  '&[data-held]': { borderColor: theme.vars.palette.primary.main },
})) as typeof Paper;

interface OrderOptionsProps {
  readonly options: readonly ShownOption[];
  /** Ids in their current order; empty for the initial order. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly language: TextLanguage;
  readonly isDisabled: boolean;
}

/** Options to be put in order: with each option's buttons, with Alt and the arrow keys, or by dragging. */
function OrderOptions({ options, chosen, onChoose, language, isDisabled }: OrderOptionsProps) {
  const ids = chosen.length === options.length ? chosen : options.map(({ id }) => id);
  const [held, setHeld] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const rawOf = (id: string) => options.find((option) => option.id === id)?.text ?? '';
  const textOf = (id: string) => formulaWords(rawOf(id), language.dir);

  const move = (id: string, to: number) => {
    if (isDisabled || to < 0 || to >= ids.length || ids[to] === id) return;
    const others = ids.filter((one) => one !== id);
    onChoose([...others.slice(0, to), id, ...others.slice(to)]);
    setSaid(t('{text}: place {n} of {total}', { text: textOf(id), n: to + 1, total: ids.length }));
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    move(id, ids.indexOf(id) + by);
  };
  /** Finds the position of the row under the pointer. */
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (held === null) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const over = rows.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom);
    if (over >= 0) move(held, over);
  };
  return (
    <>
      <Stack component="ol" ref={list} sx={{ clear: 'both', gap: 0.75, margin: 0, padding: 0, listStyle: 'none' }}>
        {ids.map((id, at) => (
          <Row
            component="li"
            variant="outlined"
            key={id}
            data-held={held === id ? '' : undefined}
            onKeyDown={(event) => onKeyDown(event, id)}
          >
            {!isDisabled && (
              <Box
                aria-hidden
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setHeld(id);
                }}
                onPointerMove={onPointerMove}
                onPointerUp={() => setHeld(null)}
                onPointerCancel={() => setHeld(null)}
                sx={{
                  display: 'flex',
                  alignSelf: 'stretch',
                  alignItems: 'center',
                  cursor: 'grab',
                  touchAction: 'none',
                }}
              >
                <DragIndicatorIcon fontSize="small" color="action" />
              </Box>
            )}
            <Box component="span" sx={{ flex: '1 1 8rem', minWidth: 0, paddingBlock: 0.75, overflowWrap: 'anywhere' }}>
              <Typography component="span" color="textSecondary" sx={{ marginInlineEnd: 1 }}>
                {at + 1}
              </Typography>
              <span {...language}>
                <FormulaText text={rawOf(id)} dir={language.dir} />
              </span>
            </Box>
            <IconButton
              disabled={isDisabled || at === 0}
              aria-label={t('Move up: {text}', { text: textOf(id) })}
              onClick={() => move(id, at - 1)}
            >
              <ArrowUpwardIcon fontSize="small" aria-hidden />
            </IconButton>
            <IconButton
              disabled={isDisabled || at === ids.length - 1}
              aria-label={t('Move down: {text}', { text: textOf(id) })}
              onClick={() => move(id, at + 1)}
            >
              <ArrowDownwardIcon fontSize="small" aria-hidden />
            </IconButton>
          </Row>
        ))}
      </Stack>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
