import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import IconButton from '@mui/material/IconButton';
import { ArrowDownwardIcon, ArrowUpwardIcon, DragIndicatorIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { ShownOption } from './question-options.tsx';

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
  /** Ids in their current order; empty means the initial order. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly language: TextLanguage;
  readonly isDisabled: boolean;
}

/** Options to be put in order: by each option's buttons, by Alt and the arrow keys, or by dragging. */
export function OrderOptions({ options, chosen, onChoose, language, isDisabled }: OrderOptionsProps) {
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
