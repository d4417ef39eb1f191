import { styled } from '@mui/material/styles';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';

const Note = styled('p')(({ theme }) => ({
  margin: '12px 0 16px',
  paddingInlineStart: 13,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
}));

/** Explains that this installation sells nothing; renders nothing otherwise. */
export function NoPaymentsNote() {
  return useAcceptsPayments() ? null : <Note>{t('This installation takes no payments yet.')}</Note>;
}
