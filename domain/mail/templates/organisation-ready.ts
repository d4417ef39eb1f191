import type { Template } from '../mail-parts.ts';

/** The plan's name, whole `seats`, `tokens` in hundredths, the year in ISO times; `link` to the organisation's page. */
export interface OrganisationReadyData {
  readonly organisation: string;
  readonly plan: string;
  readonly seats: number;
  readonly tokens: number;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly link: string;
}

/** Informs the owner that a signed contract was recorded: its contents, and where to invite people. */
export const organisationReady: Template<OrganisationReadyData> = (
  { organisation, plan, seats, tokens: pool, starts_at, ends_at, link },
  { t, tokens, day, count },
) => ({
  subject: t('Your organisation is ready: {organisation} on {product}', { organisation }),
  paragraphs: [
    t('Your organisation is ready. The contract of {organisation} has been recorded, and you are its owner.', { organisation }),
    {
      rows: [
        [t('Plan'), plan],
        [t('Seats'), count(seats)],
        [t('Tokens'), tokens(pool)],
        [t('From'), day(starts_at)],
        [t('Until'), day(ends_at)],
      ],
    },
    { label: t('Invite your people'), link },
  ],
});
