import Box, { type BoxProps } from '@mui/material/Box';

interface MenuLinksProps extends Pick<BoxProps, 'children'> {
  /** In two columns, where there is room. */
  readonly isDense?: boolean;
}

/** Links in the profile menu, one below the other. */
export function MenuLinks({ isDense = false, children }: MenuLinksProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: isDense ? 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))' : undefined,
        justifyItems: 'start',
        marginInline: -1,
        '& > a': { minWidth: 0, textAlign: 'start' },
      }}
    >
      {children}
    </Box>
  );
}
