import { styled } from '@mui/material/styles';

/** Settings that are on or off, ruled from each other. */
export const SwitchRows = styled('div')(({ theme }) => ({
  width: '100%',
  '& > *': { paddingBlockEnd: 10, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` },
  '& > :last-child': { borderBlockEnd: 0 },
}));
