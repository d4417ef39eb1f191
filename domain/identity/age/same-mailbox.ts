/** Domains whose mailboxes ignore dots. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

/** Returns the mailbox that an address is delivered to: without case, `+tag`, and where they do not count, dots. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const [name = ''] = address.slice(0, at).trim().toLowerCase().split('+');
  return WITHOUT_DOTS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Tells whether two addresses are read by the same person: a sub-address of one's own is no one else's. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);
