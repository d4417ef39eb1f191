import { enhanceHighContrast, type Theme } from '@mui/material/styles';

/** The theme in the system's own colours, for machines that force theirs (Windows contrast themes). */
export const withForcedColours = (theme: Theme): Theme => enhanceHighContrast(theme);
