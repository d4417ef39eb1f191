import Button, { type ButtonProps } from '@mui/material/Button';

interface SubmitButtonProps extends Pick<ButtonProps, 'children' | 'size' | 'fullWidth' | 'ref'> {
  /** Everything that is needed is filled in. */
  readonly isReady: boolean;
  /** The form is being sent. */
  readonly isPending: boolean;
}

/**
 * The button that sends a form. As long as something is missing it is heard as disabled, but takes a press: the form then says at the
 * field what is missing, and sends nothing.
 */
export function SubmitButton({ isReady, isPending, ...button }: SubmitButtonProps) {
  return <Button {...button} type="submit" variant="contained" disabled={isPending} aria-disabled={isReady ? undefined : true} />;
}
