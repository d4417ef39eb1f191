import { createHash, randomBytes } from 'node:crypto';

/** Generates the token of an invite link: 256 random bits. Only its hash is stored. */
export const newInviteToken = (): string => randomBytes(32).toString('base64url');

export const hashInviteToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns the cause of an invite's mail. */
export const causeOfInvite = (inviteId: string): string => `invite:${inviteId}`;
