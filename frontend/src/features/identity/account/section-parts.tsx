import { styled } from '@mui/material/styles';

/** What a section of the account page holds: words and a short form. */
export const SectionBody = styled('div')({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  maxWidth: '60ch',
  paddingBlockStart: 12,
  '& p': { margin: 0 },
  '& > form': { width: 'min(100%, 420px)' },
});
