import Button, { type ButtonProps } from '@mui/material/Button';

interface SubmitButtonProps extends Pick<ButtonProps, 'children' | 'size' | 'fullWidth' | 'ref'> {
  /** Whether all required fields are filled in. */
  readonly isReady: boolean;
  /** Whether the form is being sent. */
  readonly isPending: boolean;
}

/**
 * The button that submits a form. As long as something is missing, it is announced as disabled but can be pressed: the form then says at
 * the field what is missing, and sends nothing.
 */
export function SubmitButton({ isReady, isPending, ...button }: SubmitButtonProps) {
  return <Button {...button} type="submit" variant="contained" disabled={isPending} aria-disabled={isReady ? undefined : true} />;
}
