import { styled } from '@mui/material/styles';

/** What stands beside a lesson, from several features: one distance and one kind of heading, whatever each is elsewhere. */
export const CompanionBlocks = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 24,
  '* + &': { marginBlockStart: 24 },
  '& > section': { margin: 0 },
  '& > section > hr': { display: 'none' },
  '& > section h2': theme.typography.h3,
}));
