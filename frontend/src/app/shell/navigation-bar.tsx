import { useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import ButtonBase from '@mui/material/ButtonBase';
import { styled, type CSSObject, type Theme } from '@mui/material/styles';
import { useCurrentInView } from '#frontend/lib/scrolled-row.ts';
import { t } from '#frontend/lib/text.ts';
import { MoreHorizIcon, type Icon } from '#frontend/ui/icons.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';
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
  // in print it would cover the text of every page
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
  [theme.breakpoints.up('md')]: { flexDirection: 'column', gap: 4, overflowY: 'auto' },
}));

const entry = ({ theme }: { readonly theme: Theme }): CSSObject => ({
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
  fontFamily: 'inherit',
  fontSize: TYPE_SCALE.small,
  fontWeight: 500,
  lineHeight: 1.2,
  textAlign: 'center',
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  transition: 'color 120ms ease-out',
  '&:hover': { color: theme.vars.palette.text.primary },
  '&:focus-visible': { outlineOffset: -3 },
  // six entries fit on a phone: each caption has one word per line, also with larger type
  [theme.breakpoints.down('md')]: {
    '[data-shown="5"] > &, [data-shown="6"] > &': {
      // as wide as its caption and an equal share of the rest, so that a long caption keeps off its neighbours and the edges
      flex: '1 1 auto',
      fontSize: `min(${TYPE_SCALE.small}, 3.3vw)`,
      letterSpacing: '-0.01em',
    },
    '[data-shown="6"] > &': { paddingInline: 2, fontSize: `min(${TYPE_SCALE.small}, 2.9vw)` },
    '&[data-wide-only]': { display: 'none' },
  },
  '&[aria-current="page"], &[data-current]': { color: theme.vars.palette.primary.main, fontWeight: 700 },
  // The current entry: a margin line above it on the bar, a tinted background on the rail.
  '&[aria-current="page"]::before, &[data-current]::before': {
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
});

const Entry = styled(Link)(entry);
/** Opens the places that do not fit on a phone's bar. */
const More = styled(ButtonBase)(entry, ({ theme }) => ({ [theme.breakpoints.up('md')]: { display: 'none' } }));

interface NavigationBarProps {
  /** The accessible name of the navigation. */
  readonly label: string;
  readonly places: readonly Place[];
  /** The current place; null outside all of them. */
  readonly current: string | null;
}

const MoreMenu = lazyOverlay(() => import('./more-menu.tsx'));

/** A navigation bar: every place with its icon and label. On a phone some of them are behind 'More'. */
export function NavigationBar({ label, places, current }: NavigationBarProps) {
  const row = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useCurrentInView(row, row, { current });
  const more = places.filter(({ isInMore }) => isInMore);
  const shown = places.filter(({ isWideOnly, isInMore }) => !isWideOnly && !isInMore).length + (more.length > 0 ? 1 : 0);
  const close = () => setAnchor(null);
  return (
    <Bar aria-label={label}>
      <Row ref={row} data-shown={shown}>
        {places.map(({ id, caption, href, icon: Icon, isWideOnly, isInMore }) => (
          // the router marks every ancestor of the URL as current unless exact matching is required
          <Entry
            key={id}
            to={href}
            aria-current={id === current ? 'page' : undefined}
            activeOptions={{ exact: true }}
            data-wide-only={isWideOnly || isInMore ? '' : undefined}
          >
            <Icon aria-hidden />
            {caption}
          </Entry>
        ))}
        {more.length > 0 && (
          <More
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            data-current={more.some(({ id }) => id === current) ? '' : undefined}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <MoreHorizIcon aria-hidden />
            {t('More')}
          </More>
        )}
      </Row>
      {anchor && <MoreMenu anchor={anchor} places={more} current={current} onClose={close} onMissing={close} />}
    </Bar>
  );
}

/** An entry of a navigation bar. */
export interface Place<Id extends string = string> {
  readonly id: Id;
  readonly caption: string;
  readonly href: string;
  readonly icon: Icon;
  /** Hidden on a phone's bar, which has room for six. */
  readonly isWideOnly?: boolean;
  /** On a phone behind 'More', because five entries can be told apart at a glance. */
  readonly isInMore?: boolean;
}
