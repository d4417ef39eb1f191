import { styled } from '@mui/material/styles';

/** A screen with one form. */
export const Column = styled('div')({ maxWidth: 420, display: 'grid', gap: 20 });

/** Fields below each other. */
export const Fields = styled('form')({ display: 'grid', gap: 16, justifyItems: 'stretch' });
