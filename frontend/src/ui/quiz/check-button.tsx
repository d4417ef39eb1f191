import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';

interface CheckButtonProps {
  /** Whether something is chosen that can be checked. */
  readonly isChosen: boolean;
  /** Whether the answer has been checked, so that the button starts over. */
  readonly isChecked?: boolean;
  readonly isPending?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/**
 * The button below a question. It is filled from the beginning, as the only action of its card; pressed before something is chosen, it says
 * so and checks nothing.
 */
export function CheckButton({ isChosen, isChecked = false, isPending = false, onPress, children }: CheckButtonProps) {
  const [isEarly, setEarly] = useState(false);
  return (
    <Box sx={{ marginBlockStart: 1 }}>
      <Button
        variant={isChecked ? 'outlined' : 'contained'}
        aria-disabled={isChosen ? undefined : true}
        aria-busy={isPending}
        onClick={() => {
          setEarly(!isChosen);
          if (isChosen) onPress();
        }}
      >
        {children}
      </Button>
      {isEarly && !isChosen && (
        <Typography component="div" role="alert" variant="body2" sx={{ marginBlockStart: 1 }}>
          {t('Choose an answer first.')}
        </Typography>
      )}
    </Box>
  );
}
