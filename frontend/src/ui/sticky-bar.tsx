import { styled } from '@mui/material/styles';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' } as const;

/** Keeps the actions on a long text in view above it. */
export const StickyBar = styled('div')(({ theme }) => ({
  ...ROW,
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: 2,
  marginBlockEnd: 16,
  paddingBlock: 8,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));

/** Keeps the decision about a long text in view below it. */
export const StickyFoot = styled('div')(({ theme }) => ({
  ...stickyFoot(theme),
  ...ROW,
  marginBlockStart: 24,
  padding: '12px 16px',
  // over text on another background, it marks where the text ends
  backgroundColor: theme.vars.palette.background.paper,
  borderBlockStart: `1px solid ${theme.vars.palette.line.control}`,
}));
