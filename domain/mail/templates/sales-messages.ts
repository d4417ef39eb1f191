import type { Template } from '../mail-parts.ts';

/** Informs operators that somebody wrote to sales; what was written is in the console only. */
export const salesMessages: Template<{ readonly link: string }> = ({ link }) => ({
  subject: 'Messages to sales are waiting',
  paragraphs: ['In the last hour somebody wrote to sales about a plan for an organisation.', { label: 'Open the messages', link }],
});
