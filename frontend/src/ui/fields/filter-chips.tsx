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

/** The chips of one list in a row that wraps. */
export const FilterRow = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  // in the console the list's card follows directly
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
    // doubled, because a row's own style comes later
    '&& > *': {
      flexWrap: 'nowrap',
      ...FADES_AT_MORE,
      // to the edges of the screen, with room for the focus outline
      marginInline: -16,
      padding: '4px 16px',
      '& > *': { flex: 'none' },
      // the active chip is in view; the first one is anyway
      scrollPaddingInline: 16,
      '& > [aria-pressed="true"]:not(:first-child)': { scrollInitialTarget: 'nearest' },
    },
  },
}));

/**
 * Rows of chips above a shelf of cards. On a phone each is a single row that fades out at the edge of the screen and scrolls, so that many
 * chips do not push the cards below the fold. Its children are `FilterChips` and `FilterRow`s.
 */
export function FilterRows(props: ComponentProps<typeof Rows>) {
  const rows = useRef<HTMLDivElement>(null);
  // after each change, because counts and selected values make chips wider
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
  /** The number of matching entries; null when unknown. */
  readonly count?: number | string | null | undefined;
  /** For a label that a user has given. */
  readonly dir?: 'auto';
}

/** The look of a filter: solid petrol when active, because a tint would be paler than the inactive chips. */
export const chipOf = (isOn: boolean): Pick<ChipProps, 'color' | 'variant'> => ({
  color: isOn ? 'primary' : 'default',
  variant: isOn ? 'chosen' : 'outlined',
});

/** The label of a filter and the number of its entries. */
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

/** The only way to filter by a few values: exactly one of the chips is on. */
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

/** A filter with its own address. */
export const FilterLink = createLink((props: ChipProps<'a'>) => <Chip component="a" clickable {...props} />);

const AT_END = { fontSize: '1.125rem', verticalAlign: 'middle', marginInlineEnd: '-6px' } as const;

interface FilterMenuProps<Value extends string> {
  /** The filtered property: shown on the chip while it does not apply. */
  readonly label: string;
  /** '' while the filter does not apply. */
  readonly value: Value | '';
  readonly options: readonly FilterOption<Value>[];
  /** Name of the option that clears the filter. Absent if one value always applies, such as a sort order. */
  readonly all?: string;
  readonly onChange: (value: Value | '') => void;
}

/** The only way to filter by many values: a chip that opens a list of them and shows the active one. */
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
        // MUI's icon at the end of a chip would make the chip deletable
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
