import { firstLetter } from '#frontend/lib/first-letter.ts';
import { styled } from '@mui/material/styles';
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

const Circle = styled('span')({
  flex: 'none',
  width: 32,
  height: 32,
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  fontWeight: 600,
  color: '#fff',
});

/** A user's initial on their colour, decorative beside the name. */
export function Avatar({ name, color }: { readonly name: string; readonly color: AvatarColor }) {
  return (
    <Circle aria-hidden style={{ backgroundColor: COLORS[color] }}>
      {firstLetter(name)}
    </Circle>
  );
}
