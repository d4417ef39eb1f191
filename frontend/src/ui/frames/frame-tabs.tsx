import { useRef, type KeyboardEvent } from 'react';
import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import { FADES_AT_MORE, markMore, useCurrentInView } from '#frontend/lib/scrolled-row.ts';
import { TextLink } from '#frontend/ui/link.tsx';

// links, not the library's tabs: each is a screen with an address. Tab reaches each, and the arrow keys move between them.
const Nav = styled('nav')(({ theme }) => ({
  marginBlockStart: 12,
  ...FADES_AT_MORE,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  // a scrolling row on a phone; elsewhere all are visible
  '& ul': { display: 'flex', gap: '0 20px', listStyle: 'none', margin: 0, padding: 0, [theme.breakpoints.up('md')]: { flexWrap: 'wrap' } },
  '& a': {
    ...theme.typography.body2,
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    boxSizing: 'border-box',
    paddingInline: 2,
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
    borderBlockEnd: '3px solid transparent',
    transition: 'color 120ms ease-out, border-color 120ms ease-out',
  },
  '& .MuiChip-label': { whiteSpace: 'nowrap' },
  // reserves the width of the bold text of the open tab, so that its neighbours do not move
  '& [data-words]': { display: 'inline-grid' },
  '& [data-words]::after': {
    content: 'attr(data-words)',
    height: 0,
    overflow: 'hidden',
    visibility: 'hidden',
    fontWeight: 700,
    pointerEvents: 'none',
    userSelect: 'none',
  },
  '& a:hover': { color: theme.vars.palette.text.primary },
  '& a:focus-visible': { outlineOffset: -3 },
  '& a[aria-current]': { fontWeight: 700, color: theme.vars.palette.text.primary, borderColor: theme.vars.palette.primary.main },
}));

export interface FrameTab {
  readonly to: string;
  readonly caption: string;
  /** Something to attend to: '7 due'. */
  readonly mark?: string | undefined;
  /** A number that calls for no action: '14'. */
  readonly count?: string | undefined;
}

interface FrameTabsProps {
  /** Names the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly FrameTab[];
  /** The `to` of the open tab. */
  readonly current: string | undefined;
}

/** The screens of one place, each with its own address; on a phone they scroll sideways, with the open one in view. */
export function FrameTabs({ label, tabs, current }: FrameTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useCurrentInView(nav, list, { current });
  return (
    <Nav ref={nav} aria-label={label} onScroll={({ currentTarget }) => markMore(currentTarget, list.current!)} onKeyDown={goBetween}>
      <ul ref={list}>
        {tabs.map(({ to, caption, mark, count }) => (
          <li key={to}>
            <TextLink to={to} activeOptions={{ exact: true }} {...(to === current && { 'aria-current': 'page' as const })}>
              <span data-words={caption}>{caption}</span>
              {mark !== undefined && <Chip component="span" size="small" color="secondary" label={mark} />}
              {count !== undefined && <Chip component="span" size="small" label={count} />}
            </TextLink>
          </li>
        ))}
      </ul>
    </Nav>
  );
}

/** Moves the focus between the tabs with the arrow keys, Home and End, in reading direction. */
function goBetween(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const here = links.indexOf(event.target as HTMLAnchorElement);
  const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
  const places: Readonly<Record<string, number>> = {
    ArrowRight: here + (isMirrored ? -1 : 1),
    ArrowLeft: here + (isMirrored ? 1 : -1),
    Home: 0,
    End: links.length - 1,
  };
  const place = places[event.key];
  if (here < 0 || place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  links.at(place % links.length)?.focus();
}
