import MuiAvatar from '@mui/material/Avatar';
import { firstLetter } from '#frontend/lib/first-letter.ts';
import type { AvatarColor } from '#contract/chat/chat-message.ts';

/** CHAT-15. White text has a contrast of 5:1 or more on each, in every scheme. */
const COLORS: Readonly<Record<AvatarColor, string>> = {
  blue: '#1d5fa8',
  green: '#2b6e3f',
  purple: '#6b3fa0',
  orange: '#a04a00',
  pink: '#a8326e',
  indigo: '#3f4aa8',
};

/** A user's initial on their colour, decorative beside the name. */
export function Avatar({ name, color }: { readonly name: string; readonly color: AvatarColor }) {
  return (
    <MuiAvatar aria-hidden style={{ color: '#fff', backgroundColor: COLORS[color] }} sx={{ width: 36, height: 36 }}>
      {firstLetter(name)}
    </MuiAvatar>
  );
}
