import type { ReactNode } from 'react';
import IconButton from '@mui/material/IconButton';

interface PlayerKeyProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

/** A key of a player: an icon with its name. */
export function PlayerKey({ label, icon, isOff = false, onPress }: PlayerKeyProps) {
  return (
    <IconButton aria-label={label} title={label} disabled={isOff} onClick={onPress}>
      {icon}
    </IconButton>
  );
}
