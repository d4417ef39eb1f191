import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';

/** A button that shows only an icon; it needs an `aria-label` that names the action. */
export const IconButton = styled(ButtonBase)(({ theme }) => ({
  position: 'relative',
  flex: 'none',
  width: 40,
  height: 40,
  borderRadius: 4,
  color: theme.vars.palette.action.active,
  transition: 'background-color 120ms ease-out',
  '&:hover': { color: theme.vars.palette.text.primary, backgroundColor: theme.vars.palette.background.sunken },
  '&:disabled': { opacity: 0.35 },
  '@media (pointer: coarse)': { width: 44, height: 44 },
}));
