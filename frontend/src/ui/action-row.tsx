import { styled } from '@mui/material/styles';

/** A row of buttons that wraps. */
export const ActionRow = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '8px 12px', alignItems: 'end', marginBlock: 12 });
