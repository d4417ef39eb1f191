import Box from '@mui/material/Box';
import { Face } from '#frontend/ui/faces.tsx';

interface PersonMarkProps {
  readonly person: { readonly user_id: string; readonly email: string; readonly name: string };
}

/** A person's face in a line of text, before the name. */
export function PersonMark({ person: { user_id: id, email, name } }: PersonMarkProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', verticalAlign: 'middle', marginInlineEnd: 1 }}>
      <Face size="mark" userId={id} name={name || email} />
    </Box>
  );
}
