import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import Button, { type ButtonProps } from '@mui/material/Button';
import Link from '@mui/material/Link';

/** A link to a screen, in running text. */
export const TextLink = createLink(Link);

function AnchorButton(props: ButtonProps<'a'> & ComponentProps<'a'>) {
  return <Button component="a" nativeButton={false} role={undefined} {...props} />;
}

/** A link to a screen that looks like a button, with `variant` and `color` as on MUI's Button. */
export const LinkButton = createLink(AnchorButton);
