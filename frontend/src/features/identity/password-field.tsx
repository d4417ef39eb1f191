import { useState } from 'react';
import Button from '@mui/material/Button';
import { PASSWORD } from '#contract/identity/identity.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField, type TextFieldProps } from '#frontend/ui/field.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'label' | 'type' | 'endAdornment' | 'autoComplete' | 'helper'> {
  /** A password to be chosen, not one to be remembered: the rule is shown and managers offer to make one. */
  readonly isNew: boolean;
}

/** A password with a way to see it (AUTH-04). */
export function PasswordField({ isNew, ...field }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <TextField
      {...field}
      label={t('Password')}
      required
      type={isVisible ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      helper={isNew ? t('{min} to {max} characters.', { ...PASSWORD }) : undefined}
      endAdornment={
        <Button color="inherit" onClick={() => setVisible(!isVisible)} sx={{ minHeight: 36 }}>
          {isVisible ? t('Hide') : t('Show')}
          <VisuallyHidden>{` ${t('password')}`}</VisuallyHidden>
        </Button>
      }
    />
  );
}
