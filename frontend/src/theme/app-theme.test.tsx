import { afterEach, expect, it } from 'vitest';
import { render, screen } from '@testing-library/react';
import Box from '@mui/material/Box';
import { chooseLanguage } from '#frontend/lib/language.ts';
import { AppTheme } from './app-theme.tsx';
import { theme } from './theme.ts';

afterEach(() => chooseLanguage('en'));

it('mirrors styles in Arabic, but not the direction of code and formulas', async () => {
  await chooseLanguage('ar');
  render(
    <AppTheme theme={theme}>
      <Box sx={{ direction: 'ltr', marginLeft: '7px' }}>x = 1</Box>
    </AppTheme>,
  );
  const { direction, marginLeft, marginRight } = getComputedStyle(screen.getByText('x = 1'));
  expect({ direction, marginLeft, marginRight }).toMatchObject({ direction: 'ltr', marginRight: '7px' });
});
