import Avatar from '@mui/material/Avatar';
import { firstLetter } from '#frontend/lib/first-letter.ts';

/** Tints on which dark letters have a contrast of 9:1 or more, in every scheme. */
const TINTS = ['#CDE5E3', '#F3D9C6', '#D9E8CF', '#F0DFA9', '#D5E2F3', '#EBD5E4', '#DAD5CB'];
const LETTERS = '#17333A';

/** Of two words the first letters, of one its own. */
const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map(firstLetter)
    .join('');

const tintOf = (id: string): string => TINTS[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TINTS.length]!;

interface PersonMarkProps {
  readonly person: { readonly user_id: string; readonly email: string; readonly name: string };
}

/** A person's initials on a tint that is always theirs, decorative beside the name. */
export function PersonMark({ person: { user_id: id, email, name } }: PersonMarkProps) {
  return (
    <Avatar
      aria-hidden
      component="span"
      style={{ color: LETTERS, backgroundColor: tintOf(id) }}
      sx={{ display: 'inline-flex', verticalAlign: 'middle', width: 24, height: 24, marginInlineEnd: 1, fontSize: 10, fontWeight: 700 }}
    >
      {initials(name || email)}
    </Avatar>
  );
}
