import { useState } from 'react';
import IconButton from '@mui/material/IconButton';
import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import { PASSWORD } from '#contract/identity/identity.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField, type TextFieldProps } from '#frontend/ui/field.tsx';

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
        <IconButton edge="end" aria-label={t('Show password')} aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
          {isVisible ? <HideIcon /> : <ShowIcon />}
        </IconButton>
      }
    />
  );
}
