import { useState, useRef, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { type Organisation, type OrganisationInvite, INVITE_DAYS, MAX_INVITES_AT_ONCE } from '#contract/billing/organisation.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatTokenCount, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FactStrip, type Fact } from '#frontend/ui/fact-strip.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { TextLink, LinkButton } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { MemberList } from './member-list.tsx';
import { useInvites, useWithdraw, useInvite } from './organisation-queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';

interface OrganisationViewProps {
  readonly userId: string;
  readonly organisation: Organisation;
}

/** The organisation as its owner or a member sees it. */
export function OrganisationView({ userId, organisation }: OrganisationViewProps) {
  const { members, invites, active, members_cursor, invites_cursor, seats_taken } = organisation;
  return (
    <>
      {!active && <EndedNote organisation={organisation} />}
      <OrganisationFacts organisation={organisation} />
      {members && invites ? (
        <>
          <RuledSection title={t('Invite people')}>
            {active && <InviteForm userId={userId} organisation={organisation} />}
            <InviteList userId={userId} invites={invites} cursor={invites_cursor} />
          </RuledSection>
          <MemberList userId={userId} members={members} cursor={members_cursor} total={seats_taken} />
        </>
      ) : (
        <OwnPart userId={userId} organisation={organisation} />
      )}
    </>
  );
}

function EndedNote({ organisation }: { readonly organisation: Organisation }) {
  const date = formatDate(organisation.ends_at);
  return (
    <p>
      {t('The plan ended on {date}. Nobody spends from the pool until it is renewed; all courses stay.', { date })}{' '}
      {organisation.role === 'owner' && <TextLink to="/plans">{t('See the plans')}</TextLink>}
    </p>
  );
}

/** A member's view: their own spending, the contact person, and a button to leave. */
function OwnPart({ userId, organisation }: OrganisationViewProps) {
  const [isLeaving, setLeaving] = useState(false);
  const { name, owner, my_tokens_this_month: spent } = organisation;
  return (
    <RuledSection title={t('Your part')}>
      <p>
        {t('You have spent {n} tokens from the pool this month. The pool is used before your own tokens.', { n: formatTokenCount(spent) })}
      </p>
      {owner && (
        <p>
          {t('The organisation is run by {name}.', { name: owner.name || owner.email })} <a href={`mailto:${owner.email}`}>{owner.email}</a>
        </p>
      )}
      <Button variant="outlined" color="inherit" onClick={() => setLeaving(true)}>
        {t('Leave the organisation')}
      </Button>
      {isLeaving && (
        <RemoveDialog
          userId={userId}
          memberId={userId}
          title={t('Leave {name}?', { name })}
          act={t('Leave')}
          onClose={() => setLeaving(false)}
        >
          <p>{t('You no longer spend from its pool. Your courses and your own tokens stay yours.')}</p>
          <p>{t('To rejoin, you need a new invite.')}</p>
        </RemoveDialog>
      )}
    </RuledSection>
  );
}

function factsOf(organisation: Organisation): Fact[] {
  const { seats, seats_taken: taken, seats_invited: invited, tokens_held: held, active, renews } = organisation;
  const left = Math.max(0, seats - taken - invited);
  const ends = formatDate(organisation.ends_at);
  return [
    {
      name: t('Seats taken'),
      figure: t('{taken} of {seats}', { taken: formatNumber(taken), seats: formatNumber(seats) }),
      note:
        invited === 0
          ? t('{n, plural, one {# left} other {# left}}', { n: left })
          : t('{n, plural, one {# left} other {# left}}, {invited} held by invites', { n: left, invited: formatNumber(invited) }),
    },
    {
      name: t('Tokens in the pool'),
      figure: formatTokenCount(organisation.tokens_available),
      ...(held > 0 && { note: t('{n} more are reserved by work under way', { n: formatTokenCount(held) }) }),
    },
    { name: active ? (renews ? t('Renewal date') : t('Paid until')) : t('Ended on'), figure: ends, note: organisation.plan },
  ];
}

/** Seats, pool and renewal, for all members. */
function OrganisationFacts({ organisation }: { readonly organisation: Organisation }) {
  return <FactStrip facts={factsOf(organisation)} />;
}

interface Invitation {
  readonly organisation: string;
  readonly expires_at: string;
}

/** For users without an organisation: open invites to their address, or what an organisation offers. */
export function NoOrganisation({ email, invitations }: { readonly email: string; readonly invitations: readonly Invitation[] }) {
  if (invitations.length > 0) {
    return (
      <EmptyState title={t('You are invited')}>
        {invitations.map(({ organisation, expires_at: until }) => (
          <p key={organisation}>
            {t('{organisation} has invited you. Open the link in the mail to {email} before {date} to join.', {
              organisation,
              email,
              date: formatDate(until),
            })}
          </p>
        ))}
      </EmptyState>
    );
  }
  const plan = organisationPlanById('small_business')!;
  return (
    <EmptyState
      title={t('You do not belong to an organisation')}
      actions={
        <LinkButton to="/plans" variant="contained">
          {t('See the plans')}
        </LinkButton>
      }
    >
      {t('With {plan} up to {seats} people share a pool of {tokens} tokens a year. You invite them by email and see what each has spent.', {
        plan: plan.name,
        seats: formatNumber(plan.seats),
        tokens: formatNumber(plan.tokens),
      })}
    </EmptyState>
  );
}

interface InviteListProps {
  readonly userId: string;
  /** The first page, and the cursor of the next. */
  readonly invites: readonly OrganisationInvite[];
  readonly cursor: string | null;
}

/** Invites that are not accepted yet. */
function InviteList({ userId, invites, cursor }: InviteListProps) {
  const { rows, pages } = useInvites(userId, invites, cursor);
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  const withdraw = useWithdraw(userId);
  return (
    <>
      <EntryList ref={list} aria-label={t('Open invites')}>
        {rows.map(({ invite_id: id, email, sent_at: sent, expires_at: expires, undelivered }) => {
          const isOver = new Date(expires) <= new Date();
          return (
            <Entry
              key={id}
              mark={undelivered ? 'failed' : isOver ? 'attention' : 'new'}
              title={<bdi>{email}</bdi>}
              lines={[t('Sent {date}', { date: formatDate(sent) })]}
              actions={
                <>
                  <Typography component="span" variant="body2">
                    {undelivered
                      ? t('The mail could not be delivered')
                      : isOver
                        ? t('Expired: invite again')
                        : t('Works until {date}', { date: formatDate(expires) })}
                  </Typography>
                  <Button
                    color="inherit"
                    aria-busy={withdraw.isPending}
                    onClick={() => withdraw.mutate(id)}
                    aria-label={t('Withdraw the invite to {email}', { email })}
                  >
                    {t('Withdraw')}
                  </Button>
                </>
              }
            />
          );
        })}
      </EntryList>
      <ShowMore pages={pages} list={list} />
    </>
  );
}

/** Invites several addresses at once; each error is shown beside its address, and nothing is sent until all are right. */
function InviteForm({ userId, organisation }: { readonly userId: string; readonly organisation: Organisation }) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const invite = useInvite(userId);
  const left = Math.max(0, organisation.seats - organisation.seats_taken - organisation.seats_invited);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const addresses = readAddresses(text);
    const wrong = problemsOf(addresses);
    setProblems(wrong);
    if (wrong.length > 0) return;
    invite.mutate(addresses, {
      onSuccess: () => setText(''),
      onError: (error) => setProblems(refusalsOf(error, addresses)),
    });
  };

  if (left === 0) return <p>{t('All seats are taken or reserved for invites. Withdraw an invite or remove a member to free one.')}</p>;
  return (
    <Stack component="form" sx={{ gap: 1.5, alignItems: 'start', marginBlock: 2 }} noValidate onSubmit={submit}>
      <TextField
        label={t('Email addresses')}
        multiline
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        error={problems.length > 0 ? t('No one has been invited yet.') : undefined}
        helper={t('Separate several by commas or lines. Each gets a link that works for {n, plural, one {# day} other {# days}}.', {
          n: INVITE_DAYS,
        })}
      />
      {problems.length > 0 && (
        <Alert severity="error">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      <Button type="submit" variant="contained" aria-busy={invite.isPending}>
        {t('Send invites')}
      </Button>
    </Stack>
  );
}

function problemsOf(addresses: readonly string[]): string[] {
  if (addresses.length === 0) return [t('Enter at least one address.')];
  if (addresses.length > MAX_INVITES_AT_ONCE) return [t('At most {n} addresses at once.', { n: MAX_INVITES_AT_ONCE })];
  return malformed(addresses).map((address) => t('{address} is not an email address.', { address }));
}

/** Returns the server's messages by address; else its one sentence. */
function refusalsOf(error: unknown, addresses: readonly string[]): string[] {
  const byAddress = error instanceof ApiError ? error.errors : [];
  if (byAddress.length === 0) return [errorText(error, t('The invites could not be sent.'))];
  return byAddress.map(({ path, message }) => {
    const address = addresses[Number(/^emails\.(\d+)$/.exec(path)?.[1])];
    return address === undefined || message.includes(address) ? message : `${address}: ${message}`;
  });
}

/** Splits typed or pasted text into email addresses: separated by commas, semicolons, spaces or lines, each once, in lower case. */
export function readAddresses(text: string): string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^<|>$/g, '').toLowerCase())
    .filter((part) => part !== '');
  return [...new Set(found)];
}

/** Returns those that cannot be addresses; the server checks the others. */
export const malformed = (addresses: readonly string[]): string[] => addresses.filter((address) => !/^[^@]+@[^@]+\.[^@]+$/.test(address));
