import { rowsOf, sql } from '#domain/platform/sql.ts';
import { assertGreetingNames } from '#domain/platform/greeting-name.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { ORGANISATION_PLANS, organisationPlanById, type OrganisationPlan } from '#contract/billing/catalogue.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { addContractOrder } from '#domain/billing/checkout/order.commands.ts';
import { findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import type { OrganisationTerm } from './organisation.model.ts';
import { createOrganisation } from './organisation.commands.ts';

export interface SignedContract {
  /** Who recorded it, as `<kind>:<id>`. */
  readonly actor: string;
  readonly packageId: string;
  readonly ownerEmail: string;
  readonly organisationName: string;
  /** Reference of the signed document; unique, ignoring case. */
  readonly reference: string;
  /** First day, `2026-12-01`, UTC; default: today, or for a renewal, the day on which the current year ends. */
  readonly startsOn?: string | undefined;
}

export interface RecordedContract {
  readonly orderId: string;
  readonly organisationId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** False when the same contract was already recorded. */
  readonly isNew: boolean;
}

/**
 * Records an order that was signed and paid outside the product (G16). The order counts as fulfilled; the organisation is created, or the
 * owner's organisation of that name renewed, for a year at the catalogue's price, with an audit entry. All or nothing. Any plan for
 * organisations can be sold this way; the plan beyond Stripe's limit (A06) only this way. The owner is informed by mail.
 * @throws ProductError validation.failed for another package or a first day out of range; not_found when no account has the owner's email;
 * organisation.already_member; age.unknown, age.too_young unless the owner has confirmed being an adult; contract.reference_used when the
 * reference belongs to another contract
 */
export async function recordContract(given: SignedContract): Promise<RecordedContract> {
  const plan = organisationPlanById(given.packageId);
  if (!plan)
    throw invalid(
      'package_id',
      toSentence('The package must be one of {list}.', { list: ORGANISATION_PLANS.map(({ id }) => id).join(', ') }),
    );
  assertGreetingNames({ organisation_name: given.organisationName });
  return transact(async (trx) => {
    const owner = await trx('account').where({ email: given.ownerEmail.trim().toLowerCase() }).first('id', 'email');
    if (!owner)
      throw new ProductError(
        'not_found',
        toSentence('No account has the email {email}. The owner registers first.', { email: given.ownerEmail }),
      );
    const refusal = await findAgeRefusal(owner.id, 'organisation_owner', trx);
    if (refusal)
      throw new ProductError(
        refusal,
        toSentence('{email} has not confirmed being an adult. The owner must enter a year of birth on the account page first.', {
          email: given.ownerEmail,
        }),
      );
    const orderId = uuidv7();
    const known = await takeReference(trx, { ...given, orderId, ownerId: owner.id, plan });
    if (known) return known;

    const startsAt = await firstDay(trx, { ...given, ownerId: owner.id });
    const endsAt = aYearAfter(startsAt);
    if (endsAt <= new Date()) throw invalid('starts_on', 'A contract starting on that date would already have ended.');
    const organisationId = await createOrganisation(trx, {
      orderId,
      packageId: plan.id,
      ownerId: owner.id,
      name: given.organisationName,
      startsAt,
      endsAt,
    });
    await recordAudit(
      {
        actor: given.actor,
        action: 'contract.record',
        subject: `order:${orderId}`,
        detail: {
          reference: given.reference,
          package_id: plan.id,
          amount_cents: plan.amount_cents,
          owner: owner.id,
          organisation: organisationId,
          starts_at: startsAt.toISOString(),
          ends_at: endsAt.toISOString(),
        },
      },
      trx,
    );
    await notifyOwner(trx, { orderId, organisationId, owner, plan, startsAt, endsAt });
    return { orderId, organisationId, startsAt, endsAt, isNew: true };
  });
}

interface News extends Pick<RecordedContract, 'orderId' | 'organisationId' | 'startsAt' | 'endsAt'> {
  readonly owner: { readonly id: string; readonly email: string };
  readonly plan: OrganisationPlan;
}

/** Informs the owner by mail, once per contract, because there is no checkout to do so. */
async function notifyOwner(trx: Knex.Transaction, { orderId, organisationId, owner, plan, startsAt, endsAt }: News): Promise<void> {
  const { name } = (await trx('organisation').where({ id: organisationId }).first('name'))!;
  await addMail(trx, {
    kind: 'organisation-ready',
    cause: `organisation-ready:${orderId}`,
    accountId: owner.id,
    to: owner.email,
    data: {
      organisation: name,
      plan: plan.name,
      seats: plan.seats,
      tokens: plan.tokens * 100,
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
      link: '/organisation',
    },
  });
}

const invalid = (path: string, message: string | Sentence) =>
  new ProductError('validation.failed', message, { data: { errors: [fieldProblem(path, message)] } });

interface NewOrder extends SignedContract {
  readonly orderId: string;
  readonly ownerId: string;
  readonly plan: OrganisationPlan;
}

interface KnownContract extends Pick<OrganisationTerm, 'organisation_id' | 'package_id' | 'starts_at' | 'ends_at'> {
  readonly id: string;
  readonly account_id: string;
  readonly detail: { readonly organisation_name: string; readonly starts_on: string | null };
}

/** Inserts the order under its reference. @returns null when the reference was unused, else the existing contract, if it is the same */
async function takeReference(trx: Knex.Transaction, order: NewOrder): Promise<RecordedContract | null> {
  const detail = { reference: order.reference, organisation_name: order.organisationName, starts_on: order.startsOn ?? null };
  const { orderId, ownerId, plan } = order;
  if (await addContractOrder(trx, { orderId, ownerId, plan, detail })) return null;
  const [before] = await rowsOf<KnownContract>(
    trx,
    sql`select o.id, o.account_id, o.package_id, o.detail, t.organisation_id, t.starts_at, t.ends_at
       from billing_order o join organisation_term t on t.order_id = o.id
      where o.kind = 'contract' and lower(o.detail->>'reference') = lower(${order.reference})`,
  );
  const known = before!;
  const isSame =
    known.account_id === ownerId &&
    known.package_id === plan.id &&
    known.detail.organisation_name === detail.organisation_name &&
    known.detail.starts_on === detail.starts_on;
  if (!isSame)
    throw new ProductError(
      'contract.reference_used',
      toSentence('The reference {reference} is used by another contract.', { reference: order.reference }),
    );
  return { orderId: known.id, organisationId: known.organisation_id, startsAt: known.starts_at, endsAt: known.ends_at, isNew: false };
}

const DAY_MS = 86_400_000;

/** Returns when the contract's year begins. A renewal signed early begins without a gap; a new organisation exists from its first day. */
async function firstDay(trx: Knex.Transaction, given: SignedContract & { ownerId: string }): Promise<Date> {
  const [existing] = await rowsOf<{ name: string; ends_at: Date; role: 'owner' | 'member' }>(
    trx,
    sql`select o.name, o.ends_at, m.role from organisation_member m join organisation o on o.id = m.organisation_id
      where m.account_id = ${given.ownerId} for update of o`,
  );
  const isLive = existing !== undefined && existing.ends_at > new Date();
  if (existing?.role === 'owner' ? existing.name.toLowerCase() !== given.organisationName.toLowerCase() : isLive) {
    const named = { email: given.ownerEmail, name: existing!.name };
    throw new ProductError(
      'organisation.already_member',
      existing!.role === 'owner'
        ? toSentence('{email} owns {name}. A renewal keeps that name; a different organisation needs a different owner.', named)
        : toSentence('{email} is a member of {name} and must leave it first.', named),
    );
  }
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const latest = isLive ? existing.ends_at : today;
  if (given.startsOn === undefined) return latest;
  const wanted = new Date(`${given.startsOn}T00:00:00Z`);
  if (wanted <= latest) return wanted;
  const day = latest.toISOString().slice(0, 10);
  throw invalid(
    'starts_on',
    isLive
      ? toSentence('The current year ends on {day}. A renewal must begin on or before that day.', { day })
      : toSentence('Must be today ({day}) or earlier.', { day }),
  );
}

/** Returns the same date next year; 1 March for 29 February, so that no day is lost. */
function aYearAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
