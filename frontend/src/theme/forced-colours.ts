import { enhanceHighContrast, type Theme } from '@mui/material/styles';

/** The theme in system colours, for forced-colours mode (Windows contrast themes). */
export const withForcedColours = (theme: Theme): Theme => enhanceHighContrast(theme);
