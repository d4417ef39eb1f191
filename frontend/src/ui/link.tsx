import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import Button, { type ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';

const Anchor = styled('a')(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  textUnderlineOffset: '0.2em',
  textDecorationThickness: 1,
  '&:hover': { textDecorationThickness: 2 },
}));

/** A link to a screen, in running text. */
export const TextLink = createLink(Anchor);

function AnchorButton(props: ButtonProps<'a'> & ComponentProps<'a'>) {
  return <Button component="a" nativeButton={false} role={undefined} {...props} />;
}

/** A link to a screen that looks like a button: `variant` and `color` as on MUI's Button. */
export const LinkButton = createLink(AnchorButton);
