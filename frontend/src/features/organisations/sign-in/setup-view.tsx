import { useState, type ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import {
  CERTIFICATE_WARNING_DAYS,
  type SignInConnection,
  type SignInMode,
  type SignInSetup,
} from '#contract/organisations/sign-in.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { failureWords } from '#frontend/lib/failure-words.ts';
import { copyText } from '#frontend/lib/copy-text.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { ChoiceRow } from '#frontend/ui/fields/choice-row.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ProviderWords } from '#frontend/ui/provider-words.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { DomainSection } from './domain-section.tsx';
import { LifetimeSection } from './lifetime-section.tsx';
import { ProviderForm } from './provider-form.tsx';
import { useMode, useRemoveProvider, useTest } from './setup-queries.ts';

interface SetupProps {
  readonly userId: string;
  readonly setup: SignInSetup;
}

interface SetupViewProps extends SetupProps {
  /** The organisation's name. */
  readonly name: string;
}

/** How an organisation's members sign in, for its owners and administrators: step by step, in the order of setup. */
export function SetupView({ userId, setup, name }: SetupViewProps) {
  const { connection } = setup;
  return (
    <>
      <DomainSection userId={userId} domains={setup.domains} />
      <OursSection setup={setup} />
      <ProviderSection userId={userId} connection={connection} name={name} />
      {connection && <CertificateSection connection={connection} />}
      {connection && <ModeSection userId={userId} setup={setup} connection={connection} />}
      {connection && <LifetimeSection userId={userId} connection={connection} />}
      {connection && <FailureSection setup={setup} />}
    </>
  );
}

/** A value to copy into another service's form. */
export function CopyEntry({ name, value }: { readonly name: ReactNode; readonly value: string }) {
  return (
    <Entry
      title={name}
      lines={[
        <bdi key="value" dir="ltr">
          {value}
        </bdi>,
      ]}
      actions={
        <Button color="inherit" onClick={() => copyText(value)}>
          {t('Copy')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      }
    />
  );
}

function OursSection({ setup: { ours } }: { readonly setup: SignInSetup }) {
  return (
    <DeskSection
      title={t('Details for your provider')}
      about={t('Entra, Okta, Google Workspace and others ask for these values. They never change, even if you change the settings below.')}
      entries={
        <>
          <CopyEntry name={t('Redirect URI (OpenID Connect)')} value={ours.redirect_uri} />
          <CopyEntry name={t('Address for back-channel logout (OpenID Connect), if your provider has it')} value={ours.logout_uri} />
          <CopyEntry name={t('Address for responses, ACS (SAML)')} value={ours.acs} />
          <CopyEntry name={t('Our entity ID, audience (SAML)')} value={ours.entity_id} />
          <CopyEntry name={t('Our metadata (SAML)')} value={ours.metadata_address} />
        </>
      }
    />
  );
}

interface ProviderSectionProps {
  readonly userId: string;
  readonly connection: SignInConnection | null;
  readonly name: string;
}

function ProviderSection({ userId, connection, name }: ProviderSectionProps) {
  const [isEditing, setEditing] = useState(connection === null);
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemoveProvider(userId);
  return (
    <DeskSection
      title={t('Identity provider')}
      about={t('The service your people already sign in with. We read its configuration when you save.')}
      entries={
        connection && !isEditing ? (
          <Entry
            title={connection.kind === 'oidc' ? t('OpenID Connect') : t('SAML 2.0')}
            mark={connection.metadata_problem === null ? undefined : 'attention'}
            lines={[
              <bdi key="issuer">{connection.issuer}</bdi>,
              ...(connection.tenants.length === 0 ? [] : [t('Only accounts of: {tenants}', { tenants: connection.tenants.join(', ') })]),
              t('People enter {slug} or their email address to sign in.', { slug: connection.slug }),
              ...(connection.metadata_address === null || connection.metadata_read_at === null
                ? []
                : [t('Metadata read {when}, and again every day', { when: formatWhen(connection.metadata_read_at) })]),
              ...(connection.metadata_problem === null
                ? []
                : [t('The metadata could not be read: {why}', { why: connection.metadata_problem })]),
            ]}
            actions={
              <>
                <Button color="inherit" onClick={() => setEditing(true)}>
                  {t('Change')}
                </Button>
                <Button color="inherit" onClick={() => setRemoving(true)}>
                  {t('Remove')}
                </Button>
              </>
            }
          />
        ) : undefined
      }
    >
      {isEditing && (
        <ProviderForm
          userId={userId}
          connection={connection}
          name={name}
          onDone={() => setEditing(false)}
          {...(connection && { onCancel: () => setEditing(false) })}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('Remove the sign-in?')}
          act={t('Remove')}
          isPending={remove.isPending}
          error={remove.error && errorText(remove.error, t('The sign-in could not be removed.'))}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                setRemoving(false);
                setEditing(true);
              },
            })
          }
          onClose={() => setRemoving(false)}
        >
          <p>
            {t('Your members sign in in their own way again, with a password they can set by email if they have none. They stay members.')}
          </p>
        </ConfirmDialog>
      )}
    </DeskSection>
  );
}

const DAY_MS = 86_400_000;
const MARKS = { ended: 'failed', 'ends soon': 'attention', 'in use': undefined } as const;

function stateOf(end: string, now = Date.now()): keyof typeof MARKS {
  const left = Date.parse(end) - now;
  if (left <= 0) return 'ended';
  return left < CERTIFICATE_WARNING_DAYS * DAY_MS ? 'ends soon' : 'in use';
}

function CertificateSection({ connection }: { readonly connection: SignInConnection }) {
  const { certificates } = connection;
  if (connection.kind !== 'saml') return null;
  const isAlarming = certificates.every(({ ends_at: end }) => stateOf(end) !== 'in use');
  return (
    <DeskSection
      title={t('Certificates')}
      about={t(
        'Your provider signs with these certificates. During a certificate change, both are listed. Expired ones are no longer used.',
      )}
      entries={certificates.map(({ fingerprint, ends_at: end }) => {
        const state = stateOf(end);
        return (
          <Entry
            key={fingerprint}
            mark={MARKS[state]}
            title={
              state === 'ended' ? t('Expired on {date}', { date: formatDate(end) }) : t('Expires on {date}', { date: formatDate(end) })
            }
            lines={[
              <bdi key="fingerprint" dir="ltr">
                SHA-256 {fingerprint}
              </bdi>,
            ]}
          />
        );
      })}
    >
      {isAlarming && (
        <Alert severity="warning">
          {t(
            'Every certificate expires within {n, plural, one {# day} other {# days}}. Add the next one before then, or nobody can sign in.',
            {
              n: CERTIFICATE_WARNING_DAYS,
            },
          )}
        </Alert>
      )}
    </DeskSection>
  );
}

const MODES: readonly { mode: SignInMode; name: () => string; about: () => string }[] = [
  { mode: 'off', name: () => t('Off'), about: () => t('Only test sign-ins work.') },
  { mode: 'offered', name: () => t('Offered'), about: () => t('Your members can sign in with it or in their own way.') },
  {
    mode: 'enforced',
    name: () => t('Enforced'),
    about: () =>
      t(
        'Members with addresses at your verified domains can only sign in through it. An owner with two-step sign-in keeps another way in, in case the provider fails.',
      ),
  },
];

interface ModeProps extends SetupProps {
  readonly connection: SignInConnection;
}

function ModeSection({ userId, setup, connection }: ModeProps) {
  const test = useTest();
  const change = useMode(userId);
  const [isEnforcing, setEnforcing] = useState(false);
  const missing = missingFor(setup, connection);
  const choose = (mode: SignInMode) => (mode === 'enforced' ? setEnforcing(true) : change.mutate(mode));
  return (
    <DeskSection
      title={t('Test and turn on')}
      about={t('A test runs the whole sign-in in a new tab. It shows the provider’s response and the result, without signing anyone in.')}
    >
      <Typography>
        {connection.tested_at === null
          ? t('Not tested since the last change.')
          : t('The last test worked, {when}.', { when: formatWhen(connection.tested_at) })}
      </Typography>
      <ActionRow sx={{ marginBlock: 0 }}>
        <Button variant={connection.tested_at === null ? 'contained' : 'outlined'} aria-busy={test.isPending} onClick={test.open}>
          {t('Test')}
        </Button>
      </ActionRow>
      <FormMessage message={test.error ? { kind: 'error', text: errorText(test.error, t('The test could not start.')) } : null} />
      <fieldset style={{ display: 'flex', flexDirection: 'column', border: 0, margin: 0, padding: 0 }}>
        <FormLabel component="legend" sx={{ padding: 0 }}>
          {t('Sign-in through your provider')}
        </FormLabel>
        {MODES.map(({ mode, name, about }) => (
          <ChoiceRow
            key={mode}
            name="mode"
            label={name()}
            isChosen={connection.mode === mode}
            isDisabled={mode === 'enforced' && connection.mode !== 'enforced' && missing.length > 0}
            onChoose={() => choose(mode)}
          >
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
              {about()}
            </Typography>
            {mode === 'enforced' &&
              connection.mode !== 'enforced' &&
              missing.map((what) => (
                <Typography key={what} component="span" variant="body2" sx={{ display: 'block' }}>
                  {what}
                </Typography>
              ))}
          </ChoiceRow>
        ))}
      </fieldset>
      <FormMessage
        message={
          change.error && !isEnforcing ? { kind: 'error', text: errorText(change.error, t('The sign-in could not be changed.')) } : null
        }
      />
      {isEnforcing && (
        <ConfirmDialog
          title={t('Enforce your organisation’s sign-in?')}
          act={t('Enforce it')}
          isPending={change.isPending}
          error={change.error && errorText(change.error, t('The sign-in could not be enforced.'))}
          onConfirm={() => change.mutate('enforced', { onSuccess: () => setEnforcing(false) })}
          onClose={() => setEnforcing(false)}
        >
          <p>
            {t(
              'Members with addresses at your domains are signed out now, unless they signed in through your provider, and can only sign in through it. Their own API keys and connected apps are revoked. You stay signed in.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </DeskSection>
  );
}

/** What is missing before it can be enforced. */
function missingFor({ domains, owner_has_way_in: hasWayIn }: SignInSetup, { tested_at: tested }: SignInConnection): string[] {
  return [
    ...(tested === null ? [t('Test the connection first.')] : []),
    ...(domains.some((one) => one.verified_at !== null) ? [] : [t('Verify a domain first.')]),
    ...(hasWayIn ? [] : [t('An owner must first turn on two-step sign-in on the account page.')]),
  ];
}

function FailureSection({ setup: { failures } }: { readonly setup: SignInSetup }) {
  return (
    <DeskSection
      title={t('Refused sign-ins')}
      about={t('Sign-ins refused in the last 30 days.')}
      entries={
        failures.length > 0
          ? failures.map(({ reason, count, last_at: last, last_detail: detail, last_words: words }) => (
              <Entry
                key={reason}
                title={failureWords(reason)}
                lines={[
                  t('{n, plural, one {once} other {{times} times}}, latest {when}', {
                    n: count,
                    times: formatNumber(count),
                    when: formatWhen(last),
                  }),
                  ...(detail === null ? [] : [<bdi key="detail">{detail}</bdi>]),
                  ...(words === null ? [] : [<ProviderWords key="words">{words}</ProviderWords>]),
                ]}
              />
            ))
          : undefined
      }
    >
      {failures.length === 0 && <Typography color="textSecondary">{t('No refused sign-ins.')}</Typography>}
    </DeskSection>
  );
}
