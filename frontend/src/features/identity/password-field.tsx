import { useState } from 'react';
import Button from '@mui/material/Button';
import { PASSWORD } from '#contract/identity/identity.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField, type TextFieldProps } from '#frontend/ui/fields/field.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'label' | 'type' | 'endAdornment' | 'autoComplete' | 'helper'> {
  /** A new password: the rule is shown, and password managers offer to generate one. */
  readonly isNew: boolean;
  /** For forms with several; 'Password' by default. */
  readonly label?: string;
}

/** A password field with a button to show it (AUTH-04). */
export function PasswordField({ isNew, label = t('Password'), ...field }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <TextField
      {...field}
      label={label}
      required
      type={isVisible ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      helper={isNew ? t('{min} to {max} characters.', { ...PASSWORD }) : undefined}
      endAdornment={
        <Button color="inherit" onClick={() => setVisible(!isVisible)} sx={{ minHeight: 36 }}>
          {isVisible ? t('Hide') : t('Show')}
          <VisuallyHidden>{` ${label.toLowerCase()}`}</VisuallyHidden>
        </Button>
      }
    />
  );
}
