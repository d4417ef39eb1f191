import { useEffect, useRef } from 'react';
import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import { TextLink } from '#frontend/ui/link.tsx';

// links, not the library's tabs: each is a screen with an address, and its arrow keys would hide that
const Nav = styled('nav')(({ theme }) => ({
  marginBlockStart: 12,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  // on a phone they are a row to be scrolled; elsewhere all are seen
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
  '& a:hover': { color: theme.vars.palette.text.primary },
  '& a:focus-visible': { outlineOffset: -3 },
  '& a[aria-current]': { fontWeight: 700, color: theme.vars.palette.text.primary, borderColor: theme.vars.palette.primary.main },
}));

export interface FrameTab {
  readonly to: string;
  readonly caption: string;
  /** Something that waits there: '7 due'. */
  readonly mark?: string | undefined;
}

interface FrameTabsProps {
  /** Names the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly FrameTab[];
  /** The `to` of the open one. */
  readonly current: string | undefined;
}

/** The screens that belong to one place, each with its own address; on a phone they scroll sideways, with the open one in view. */
export function FrameTabs({ label, tabs, current }: FrameTabsProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <Nav ref={nav} aria-label={label}>
      <ul>
        {tabs.map(({ to, caption, mark }) => (
          <li key={to}>
            <TextLink to={to} activeOptions={{ exact: true }} {...(to === current && { 'aria-current': 'page' as const })}>
              {caption}
              {mark !== undefined && <Chip component="span" size="small" color="secondary" label={mark} />}
            </TextLink>
          </li>
        ))}
      </ul>
    </Nav>
  );
}
