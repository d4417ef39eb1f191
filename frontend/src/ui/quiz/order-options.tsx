import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import GripIcon from '@mui/icons-material/DragIndicatorOutlined';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import IconButton from '@mui/material/IconButton';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { ShownOption } from './question-options.tsx';

const List = styled('ol')({ clear: 'both', listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 6 });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  paddingInlineStart: 4,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  borderRadius: theme.shape.borderRadius,
  background: theme.vars.palette.background.paper,
  '&[data-held]': { borderColor: theme.vars.palette.primary.main },
  '& > span': { flex: '1 1 8rem', minWidth: 0, paddingBlock: 6, overflowWrap: 'anywhere' },
}));
const Place = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary, marginInlineEnd: 8 }));
const Grip = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: '0 0 auto !important',
  alignSelf: 'stretch',
  alignItems: 'center',
  color: theme.vars.palette.text.secondary,
  cursor: 'grab',
  touchAction: 'none',
}));

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
  const textOf = (id: string) => isolateLatinTerms(options.find((option) => option.id === id)?.text ?? '', language.dir);

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
      <List ref={list}>
        {ids.map((id, at) => (
          <Row key={id} data-held={held === id ? '' : undefined} onKeyDown={(event) => onKeyDown(event, id)}>
            {!isDisabled && (
              <Grip
                aria-hidden
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setHeld(id);
                }}
                onPointerMove={onPointerMove}
                onPointerUp={() => setHeld(null)}
                onPointerCancel={() => setHeld(null)}
              >
                <GripIcon fontSize="small" />
              </Grip>
            )}
            <span>
              <Place>{at + 1}</Place>
              <span {...language}>{textOf(id)}</span>
            </span>
            <IconButton
              disabled={isDisabled || at === 0}
              aria-label={t('Move up: {text}', { text: textOf(id) })}
              onClick={() => move(id, at - 1)}
            >
              <UpIcon fontSize="small" aria-hidden />
            </IconButton>
            <IconButton
              disabled={isDisabled || at === ids.length - 1}
              aria-label={t('Move down: {text}', { text: textOf(id) })}
              onClick={() => move(id, at + 1)}
            >
              <DownIcon fontSize="small" aria-hidden />
            </IconButton>
          </Row>
        ))}
      </List>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
