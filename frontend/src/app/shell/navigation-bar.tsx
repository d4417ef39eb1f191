import { useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { FADES_AT_MORE, markMore, useCurrentInView } from '#frontend/lib/scrolled-row.ts';
import { type Icon } from '#frontend/ui/icons.tsx';
import { BOTTOM_BAR_HEIGHT, RADIUS, RAIL_PX, TYPE_SCALE } from '#frontend/theme/tokens.ts';

/** A bottom bar below 768 px, a side rail from there on (A04: only the width decides). */
const Bar = styled('nav')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.appBar,
  insetInline: 0,
  insetBlockEnd: 0,
  display: 'flex',
  minHeight: BOTTOM_BAR_HEIGHT,
  paddingBlockEnd: 'env(safe-area-inset-bottom)',
  backgroundColor: theme.vars.palette.background.paper,
  borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
  // on paper it would stand over the text of every page
  '@media print': { display: 'none' },
  [theme.breakpoints.up('md')]: {
    insetInlineEnd: 'auto',
    insetBlock: 0,
    width: RAIL_PX,
    paddingBlock: 16,
    borderBlockStart: 0,
    borderInlineEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  },
}));

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  minWidth: 0,
  [theme.breakpoints.down('md')]: { '&[data-scrolls]': FADES_AT_MORE, '&[data-scrolls] > a': { flex: '1 0 4.75rem' } },
  [theme.breakpoints.up('md')]: { flexDirection: 'column', gap: 4, overflowY: 'auto' },
}));

const Entry = styled(Link)(({ theme }) => ({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  minHeight: 60,
  padding: 4,
  fontSize: TYPE_SCALE.small,
  fontWeight: 500,
  lineHeight: 1.2,
  textAlign: 'center',
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  transition: 'color 120ms ease-out',
  '&:hover': { color: theme.vars.palette.text.primary },
  '&:focus-visible': { outlineOffset: -3 },
  // six entries fit on a phone: each word of a caption has one line, also with larger type; more are scrolled
  [theme.breakpoints.down('md')]: {
    'div:not([data-scrolls]) > &:nth-last-of-type(n + 5), div:not([data-scrolls]) > &:nth-last-of-type(n + 5) ~ &': {
      paddingInline: 0,
      fontSize: `min(${TYPE_SCALE.small}, 3.3vw)`,
      letterSpacing: '-0.01em',
    },
    'div:not([data-scrolls]) > &:nth-last-of-type(n + 6), div:not([data-scrolls]) > &:nth-last-of-type(n + 6) ~ &': {
      fontSize: `min(${TYPE_SCALE.small}, 2.9vw)`,
    },
    '&[data-wide-only]': { display: 'none' },
  },
  '&[aria-current="page"]': { color: theme.vars.palette.primary.main, fontWeight: 700 },
  // The current entry: the margin rule above it on the bar, a tinted ground on the rail.
  '&[aria-current="page"]::before': {
    content: '""',
    position: 'absolute',
    insetBlockStart: -1,
    insetInline: '25%',
    borderBlockStart: '3px solid',
  },
  [theme.breakpoints.up('md')]: {
    flex: 'none',
    minHeight: 64,
    marginInline: 8,
    borderRadius: RADIUS.control,
    '&[aria-current="page"]': { backgroundColor: theme.vars.palette.background.tint },
    '&[aria-current="page"]::before': { insetBlock: 12, insetInline: '-8px auto', borderBlockStart: 0, borderInlineStart: '3px solid' },
  },
}));

interface NavigationBarProps {
  /** The accessible name of the navigation. */
  readonly label: string;
  readonly places: readonly Place[];
  /** The current place; null outside all of them. */
  readonly current: string | null;
}

/** As many entries a phone's bar has room for; of more it is a row to be scrolled, with the current one in view. */
const FITTING = 6;

/** A navigation bar: every place with its icon and label. */
export function NavigationBar({ label, places, current }: NavigationBarProps) {
  const row = useRef<HTMLDivElement>(null);
  const scrolls = places.filter(({ isWideOnly }) => !isWideOnly).length > FITTING;
  useCurrentInView(row, row, { current, isScrolled: scrolls });
  return (
    <Bar aria-label={label}>
      <Row
        ref={row}
        data-scrolls={scrolls ? '' : undefined}
        onScroll={scrolls ? ({ currentTarget }) => markMore(currentTarget, currentTarget) : undefined}
      >
        {places.map(({ id, caption, href, icon: Icon, isWideOnly }) => (
          // the router marks every ancestor of the URL as current unless exact matching is required
          <Entry
            key={id}
            to={href}
            aria-current={id === current ? 'page' : undefined}
            activeOptions={{ exact: true }}
            data-wide-only={isWideOnly ? '' : undefined}
          >
            <Icon aria-hidden />
            {caption}
          </Entry>
        ))}
      </Row>
    </Bar>
  );
}

/** An entry of a navigation bar. */
export interface Place<Id extends string = string> {
  readonly id: Id;
  readonly caption: string;
  readonly href: string;
  readonly icon: Icon;
  /** Not on a phone's bar, which has room for six. */
  readonly isWideOnly?: boolean;
}
