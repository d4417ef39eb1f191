import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { type Organisation, INVITE_DAYS, MAX_INVITES_AT_ONCE } from '#contract/organisations/organisation.contract.ts';
import { roleMay, rolesToGive, type OrganisationRole } from '#contract/organisations/roles.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatTokenCount, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { FactStrip, type Fact } from '#frontend/ui/fact-strip.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { TextLink, LinkButton } from '#frontend/ui/link.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { useInvite, useJoinByDomain, type PeopleSought } from './organisation-queries.ts';
import { roleAbout, roleName } from './organisation-words.ts';
import { INVITE_PLACE, OrganisationWelcome } from './organisation-welcome.tsx';
import { PeopleList } from './people-list.tsx';
import { LeaveDialog } from './person-dialogs.tsx';

interface OrganisationViewProps {
  readonly userId: string;
  readonly firstName: string;
  readonly organisation: Organisation;
  readonly sought: PeopleSought;
  readonly onSought: (sought: PeopleSought) => void;
}

/** The organisation as seen by people who can see its members, or by an ordinary member. */
export function OrganisationView({ userId, firstName, organisation, sought, onSought }: OrganisationViewProps) {
  const { active, role } = organisation;
  return (
    <>
      <OrganisationWelcome userId={userId} firstName={firstName} organisation={organisation} />
      {!active && <EndedNote organisation={organisation} />}
      <OrganisationFacts organisation={organisation} />
      {roleMay(role, 'see_people') && (
        <>
          {active && <InviteSection userId={userId} organisation={organisation} />}
          <PeopleList userId={userId} ownRole={role} sought={sought} onSought={onSought} />
        </>
      )}
      <OwnPart userId={userId} organisation={organisation} />
    </>
  );
}

function EndedNote({ organisation }: { readonly organisation: Organisation }) {
  const date = formatDate(organisation.ends_at);
  return (
    <Alert severity="warning" sx={{ marginBlockEnd: 3 }}>
      {t('The plan ended on {date}. Nobody can spend from the pool until it is renewed. All courses stay.', { date })}{' '}
      {organisation.role === 'owner' && <TextLink to="/plans">{t('See plans')}</TextLink>}
    </Alert>
  );
}

/** The user's own spending, the contact person, and a button to leave. */
function OwnPart({ userId, organisation }: Pick<OrganisationViewProps, 'userId' | 'organisation'>) {
  const [isLeaving, setLeaving] = useState(false);
  const { name, owner, role, my_tokens_this_month: spent } = organisation;
  return (
    <DeskSection
      title={t('Your membership')}
      entries={
        owner &&
        role !== 'owner' && (
          <Entry
            picture={<Face name={owner.name || owner.email} userId={null} />}
            title={t('The organisation is run by {name}.', { name: owner.name || owner.email })}
            lines={[
              <Link key="address" href={`mailto:${owner.email}`}>
                {owner.email}
              </Link>,
            ]}
          />
        )
      }
    >
      <Typography>
        {t('You have spent {n} tokens from the pool this month. The pool is used before your own tokens.', { n: formatTokenCount(spent) })}
      </Typography>
      <Typography>{t('Your role: {role}.', { role: roleName(role) })}</Typography>
      <Button variant="outlined" color="inherit" onClick={() => setLeaving(true)}>
        {t('Leave the organisation')}
      </Button>
      {isLeaving && <LeaveDialog userId={userId} name={name} signsOut={organisation.leaving_signs_out} onClose={() => setLeaving(false)} />}
    </DeskSection>
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
          : t('{n, plural, one {# remaining} other {# remaining}}, {invited} reserved for invites', {
              n: left,
              invited: formatNumber(invited),
            }),
    },
    {
      name: t('Tokens in the pool'),
      figure: formatTokenCount(organisation.tokens_available),
      ...(held > 0 && { note: t('{n} more are reserved for work in progress', { n: formatTokenCount(held) }) }),
    },
    { name: active ? (renews ? t('Renewal date') : t('Paid until')) : t('Ended on'), figure: ends, note: organisation.plan },
  ];
}

/** Seats, pool and renewal, for all members. */
function OrganisationFacts({ organisation }: { readonly organisation: Organisation }) {
  return (
    <Box sx={{ marginBlockEnd: 4.5 }}>
      <FactStrip facts={factsOf(organisation)} />
    </Box>
  );
}

interface Invitation {
  readonly organisation: string;
  readonly expires_at: string;
}

interface NoOrganisationProps {
  readonly userId: string;
  readonly email: string;
  readonly invitations: readonly Invitation[];
  /** The name of the organisation that owns the domain of the user's address and lets members join by it. */
  readonly joinable: string | null;
}

/** For users without an organisation: the one matching their address, open invites, or what an organisation offers. */
export function NoOrganisation({ userId, email, invitations, joinable }: NoOrganisationProps) {
  const join = useJoinByDomain(userId);
  if (joinable !== null) {
    return (
      <EmptyState
        isScreen
        subject="organisation"
        title={t('Your address belongs to {organisation}', { organisation: joinable })}
        actions={
          <Button variant="contained" aria-busy={join.isPending} onClick={() => join.mutate(undefined)}>
            {t('Join {organisation}', { organisation: joinable })}
          </Button>
        }
      >
        <p>
          {t(
            'As a member, you spend from its pool before your own tokens. Its owners and administrators see your name, email address and token use. You can leave at any time.',
          )}
        </p>
        <FormMessage message={join.error && { kind: 'error', text: errorText(join.error, t('That did not work.')) }} />
      </EmptyState>
    );
  }
  if (invitations.length > 0) {
    return (
      <EmptyState isScreen subject="organisation" title={t('You are invited')}>
        {invitations.map(({ organisation, expires_at: until }) => (
          <p key={organisation}>
            {t('{organisation} has invited you. Open the link in the email to {email} before {date} to join.', {
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
    <>
      <EmptyState
        isScreen
        subject="organisation"
        title={t('Learn together with your team or school')}
        actions={
          <LinkButton to="/plans" variant="contained">
            {t('See plans')}
          </LinkButton>
        }
      >
        <Stack sx={{ gap: 1 }}>
          <span>
            {t('With the {plan} plan, up to {seats} people share {tokens} tokens a year.', {
              plan: plan.name,
              seats: formatNumber(plan.seats),
              tokens: formatNumber(plan.tokens),
            })}
          </span>
          <span>{t('Have you been invited? Open the link in the email, and sign in with the address that received it.')}</span>
        </Stack>
      </EmptyState>
      <Offers />
    </>
  );
}

/** The benefits of an organisation over a single account. */
function Offers() {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }, marginBlockStart: 3 }}
    >
      <SectionCard title={t('Shared tokens')} line={t('Everyone spends from one pool, and you can see each person’s use.')} />
      <SectionCard
        title={t('Classes and assignments')}
        line={t('Organise people into classes, assign courses with due dates and see how everyone is doing.')}
      />
      <SectionCard title={t('Your own sign-in')} line={t('People can sign in with their school or company account.')} />
    </Box>
  );
}

/** Invites by email, and other ways for many people at once. */
function InviteSection({ userId, organisation }: { readonly userId: string; readonly organisation: Organisation }) {
  return (
    <DeskSection
      title={t('Invite people')}
      id={INVITE_PLACE}
      about={
        roleMay(organisation.role, 'provision') && (
          <Stack sx={{ gap: 0.5, alignItems: 'flex-start' }}>
            {t('To add many people at once:')}
            <TextLink to="/organisation/lists">{t('Import a list')}</TextLink>
            <TextLink to="/organisation/directory">{t('Connect a directory (SCIM)')}</TextLink>
          </Stack>
        )
      }
    >
      <InviteForm userId={userId} organisation={organisation} />
    </DeskSection>
  );
}

/** Invites several addresses at once. Errors are shown beside their addresses, and nothing is sent until all are valid. */
function InviteForm({ userId, organisation }: { readonly userId: string; readonly organisation: Organisation }) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<OrganisationRole>('member');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const options = rolesToGive(organisation.role);
  const invite = useInvite(userId);
  const left = Math.max(0, organisation.seats - organisation.seats_taken - organisation.seats_invited);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const addresses = readAddresses(text);
    const wrong = problemsOf(addresses);
    setProblems(wrong);
    if (wrong.length > 0) return;
    invite.mutate(
      { emails: addresses, role },
      {
        onSuccess: () => setText(''),
        onError: (error) => setProblems(refusalsOf(error, addresses)),
      },
    );
  };

  if (left === 0)
    return <Typography>{t('All seats are taken or reserved for invites. Withdraw an invite or remove a member to free one.')}</Typography>;
  return (
    <Stack component="form" sx={{ gap: 2, alignItems: 'flex-start' }} noValidate onSubmit={submit}>
      <TextField
        label={t('Email addresses')}
        multiline
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        error={problems.length > 0 ? t('No one has been invited yet.') : undefined}
        helper={t(
          'Separate several addresses by commas or lines. Each person gets a link that works for {n, plural, one {# day} other {# days}}.',
          {
            n: INVITE_DAYS,
          },
        )}
      />
      <SelectField
        label={t('Their role')}
        value={role}
        options={options.map((one) => ({ value: one, label: roleName(one) }))}
        onChange={({ target }) => setRole(options.find((one) => one === target.value) ?? role)}
        helper={roleAbout(role)}
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

/** Returns the server's messages by address, or else its one sentence. */
function refusalsOf(error: unknown, addresses: readonly string[]): string[] {
  const byAddress = error instanceof ApiError ? error.errors : [];
  if (byAddress.length === 0) return [errorText(error, t('The invites could not be sent.'))];
  return byAddress.map(({ path, message }) => {
    const address = addresses[Number(/^emails\.(\d+)$/.exec(path)?.[1])];
    return address === undefined || message.includes(address) ? message : `${address}: ${message}`;
  });
}

/**
 * Splits typed or pasted text into email addresses: separated by commas, semicolons, spaces or lines; in lower case, without duplicates.
 */
export function readAddresses(text: string): string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^<|>$/g, '').toLowerCase())
    .filter((part) => part !== '');
  return [...new Set(found)];
}

/** Returns the addresses that cannot be valid; the server checks the others. */
export const malformed = (addresses: readonly string[]): string[] => addresses.filter((address) => !/^[^@]+@[^@]+\.[^@]+$/.test(address));
