import { styled } from '@mui/material/styles';

export const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary }));
export const Form = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 });
export const ActionRow = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' });
/** The text of a row: a title above its details. */
export const Words = styled('div')(({ theme }) => ({
  flex: '1 1 12rem',
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& small': { ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary },
}));
