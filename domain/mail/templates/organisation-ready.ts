import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';
import { day, tokens } from '../words.ts';

/** The plan by its name, whole `seats`, `tokens` in hundredths, the year in ISO times; `link` to the organisation's page. */
export interface OrganisationReadyData {
  readonly organisation: string;
  readonly plan: string;
  readonly seats: number;
  readonly tokens: number;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly link: string;
}

/** Tells the owner that a signed contract was recorded: what it holds and where its people are invited. */
export const organisationReady: Template<OrganisationReadyData> = ({
  organisation,
  plan,
  seats,
  tokens: pool,
  starts_at,
  ends_at,
  link,
}) => ({
  subject: `Your organisation is ready: ${organisation} on ${PRODUCT}`,
  paragraphs: [
    `Your organisation is ready: the contract of ${organisation} is recorded and you own it.`,
    {
      rows: [
        ['Plan', plan],
        ['Seats', new Intl.NumberFormat('en-US').format(seats)],
        ['Tokens', tokens(pool)],
        ['From', day(starts_at)],
        ['Until', day(ends_at)],
      ],
    },
    { label: 'Invite your people', link },
  ],
});
