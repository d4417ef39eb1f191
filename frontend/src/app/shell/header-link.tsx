import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import { LinkButton } from '#frontend/ui/link.tsx';

/** A width of the window in px from which on the header has room for something, also in the longest language: without and with the run chip. */
type RoomFrom = readonly [alone: number, besideRun: number];

interface HeaderLinkProps {
  readonly to: '/market' | '/studio' | '/create';
  readonly word: string;
  readonly icon: ReactNode;
  /** Where there is room for the word; below, only the icon is visible. */
  readonly wordFrom: RoomFrom;
  /** Where there is room for the link itself; by default everywhere. */
  readonly linkFrom?: RoomFrom;
}

/** A link of the header, whose word is shown where the header has room for it. */
export function HeaderLink({ to, word, icon, wordFrom, linkFrom }: HeaderLinkProps) {
  return (
    <LinkButton
      to={to}
      color="inherit"
      aria-label={word}
      title={word}
      sx={{ minWidth: 44, paddingInline: 1, gap: 1, ...(linkFrom && hiddenBelow(linkFrom)) }}
    >
      {icon}
      <Box component="span" sx={{ whiteSpace: 'nowrap', ...hiddenBelow(wordFrom) }}>
        {word}
      </Box>
    </LinkButton>
  );
}

const hiddenBelow = ([alone, besideRun]: RoomFrom) => ({
  [`@media (width < ${alone}px)`]: { display: 'none' },
  [`@media (width < ${besideRun}px)`]: { 'header:has([data-run-chip]) &': { display: 'none' } },
});
