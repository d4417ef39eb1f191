import { styled } from '@mui/material/styles';

/** On/off settings, separated by rules. */
export const SwitchRows = styled('div')(({ theme }) => ({
  width: '100%',
  '& > *': { paddingBlockEnd: 10, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` },
  '& > :last-child': { borderBlockEnd: 0 },
}));
