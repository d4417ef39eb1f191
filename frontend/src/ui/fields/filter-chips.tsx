import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { createLink } from '@tanstack/react-router';
import Chip, { type ChipProps } from '@mui/material/Chip';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { FADES_AT_MORE, markMore } from '#frontend/lib/scrolled-row.ts';
import { t } from '#frontend/lib/text.ts';
import { Figure } from '#frontend/ui/figure.tsx';
import { CheckIcon, ExpandMoreIcon } from '#frontend/ui/icons.tsx';

/** The chips of one list in a row, which wraps. */
export const FilterRow = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  // in the console a list's card follows at once
  '[data-frame="console"] &': { marginBlockEnd: 12 },
});

const Rows = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: 12,
  [theme.breakpoints.down('sm')]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 4,
    // twice, because a row's own style comes later
    '&& > *': {
      flexWrap: 'nowrap',
      ...FADES_AT_MORE,
      // to the edges of the screen, and with room for the outline of what has the focus
      marginInline: -16,
      padding: '4px 16px',
      '& > *': { flex: 'none' },
      // what applies is in sight; the first one is by itself
      scrollPaddingInline: 16,
      '& > [aria-pressed="true"]:not(:first-child)': { scrollInitialTarget: 'nearest' },
    },
  },
}));

/**
 * Rows of chips above a shelf of cards. On a phone each of them is one row, which goes on beyond the edge of the screen and fades there, so that many
 * chips do not push the cards below the fold. Its children are `FilterChips` and `FilterRow`s.
 */
export function FilterRows(props: ComponentProps<typeof Rows>) {
  const rows = useRef<HTMLDivElement>(null);
  // after each change, because counts and chosen values make chips wider
  useEffect(() => {
    const all = [...rows.current!.children].filter((row) => row instanceof HTMLElement);
    const mark = () => all.forEach((row) => markMore(row, row));
    mark();
    const resized = new ResizeObserver(mark);
    for (const row of all) {
      resized.observe(row);
      row.addEventListener('scroll', mark, { passive: true });
    }
    return () => {
      resized.disconnect();
      for (const row of all) row.removeEventListener('scroll', mark);
    };
  });
  return <Rows {...props} ref={rows} />;
}

interface FilterOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** How much there is of it; null: not known. */
  readonly count?: number | string | null | undefined;
  /** For a label that somebody has given. */
  readonly dir?: 'auto';
}

/** How a filter looks: full petrol where it applies, for a tint would be paler than what does not. */
export const chipOf = (isOn: boolean): Pick<ChipProps, 'color' | 'variant'> => ({
  color: isOn ? 'primary' : 'default',
  variant: isOn ? 'chosen' : 'outlined',
});

/** The words of a filter, and how much there is of it. */
export function ChipWords({ label, count }: { readonly label: ReactNode; readonly count?: number | string | null | undefined }) {
  if (count === undefined) return label;
  return (
    <>
      {label} <Figure>{typeof count === 'number' ? formatNumber(count) : (count ?? '–')}</Figure>
    </>
  );
}

interface FilterChipsProps<Value extends string> {
  /** Names the filter for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly FilterOption<Value>[];
  readonly onChange: (value: Value) => void;
}

/** The one way to filter by a few values: one of these chips is on. */
export function FilterChips<Value extends string>({ label, value, options, onChange }: FilterChipsProps<Value>) {
  return (
    <FilterRow role="group" aria-label={label}>
      {options.map((option) => (
        <Chip
          key={option.value}
          component="button"
          type="button"
          clickable
          dir={option.dir}
          {...chipOf(option.value === value)}
          aria-pressed={option.value === value}
          label={<ChipWords label={option.label} count={option.count} />}
          onClick={() => onChange(option.value)}
        />
      ))}
    </FilterRow>
  );
}

interface FilterToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly count?: number;
  readonly onChange: (isOn: boolean) => void;
}

/** A filter that is on or off. */
export function FilterToggle({ label, isOn, count, onChange }: FilterToggleProps) {
  return (
    <Chip
      component="button"
      type="button"
      clickable
      {...chipOf(isOn)}
      aria-pressed={isOn}
      {...(isOn && { icon: <CheckIcon aria-hidden /> })}
      label={<ChipWords label={label} count={count} />}
      onClick={() => onChange(!isOn)}
    />
  );
}

/** A filter with an address of its own. */
export const FilterLink = createLink((props: ChipProps<'a'>) => <Chip component="a" clickable {...props} />);

const AT_END = { fontSize: '1.125rem', verticalAlign: 'middle', marginInlineEnd: '-6px' } as const;

interface FilterMenuProps<Value extends string> {
  /** What it filters by: on the chip while it does not apply. */
  readonly label: string;
  /** '' where it does not apply. */
  readonly value: Value | '';
  readonly options: readonly FilterOption<Value>[];
  /** Name of the option that takes the filter away. It has none where one value always applies, such as an order. */
  readonly all?: string;
  readonly onChange: (value: Value | '') => void;
}

/** The one way to filter by many values: a chip that opens their list, and says which applies. */
export function FilterMenu<Value extends string>({ label, value, options, all, onChange }: FilterMenuProps<Value>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = options.find((option) => option.value === value);
  const rows: readonly FilterOption<Value | ''>[] = [...(all === undefined ? [] : [{ value: '' as const, label: all }]), ...options];
  return (
    <>
      <Chip
        component="button"
        type="button"
        clickable
        {...chipOf(all !== undefined && chosen !== undefined)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('{name}: {value}', { name: label, value: chosen?.label ?? all ?? '' })}
        // the chip's own icon at its end would have it be deletable
        label={
          <>
            <bdi>{chosen?.label ?? label}</bdi> <ExpandMoreIcon aria-hidden sx={AT_END} />
          </>
        }
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true, 'aria-label': label } }}
      >
        {rows.map((option) => (
          <MenuItem
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === value}
            selected={option.value === value}
            dir={option.dir}
            onClick={() => {
              setAnchor(null);
              onChange(option.value);
            }}
          >
            <ChipWords label={option.label} count={option.count} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
