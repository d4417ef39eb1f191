import { roleMay, type OrganisationAct, type OrganisationRole } from '#contract/organisations/roles.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs, type FrameTab } from '#frontend/ui/frames/frame-tabs.tsx';

type Address =
  | '/organisation'
  | '/organisation/lists'
  | '/organisation/directory'
  | '/organisation/sign-in'
  | '/organisation/lms'
  | '/organisation/programs'
  | '/organisation/audit';

interface OrganisationTabsProps {
  readonly role: OrganisationRole | undefined;
  readonly current: Address;
}

interface Part extends FrameTab {
  readonly to: Address;
  /** The permission required to open it; without one, every member can. */
  readonly act?: OrganisationAct;
}

const parts = (): readonly Part[] => [
  { to: '/organisation', caption: t('Overview') },
  { to: '/organisation/lists', caption: t('Lists'), act: 'provision' },
  { to: '/organisation/sign-in', caption: t('Sign-in'), act: 'set_sign_in' },
  { to: '/organisation/directory', caption: t('Directory'), act: 'provision' },
  { to: '/organisation/lms', caption: t('Learning platforms'), act: 'teach' },
  { to: '/organisation/programs', caption: t('API keys'), act: 'hold_keys' },
  { to: '/organisation/audit', caption: t('Audit'), act: 'see_audit' },
];

/** The screens of an organisation that a role can open, as tabs; none for a role that can only open the first. */
export function OrganisationTabs({ role, current }: OrganisationTabsProps) {
  const tabs = role === undefined ? [] : parts().filter(({ act }) => act === undefined || roleMay(role, act));
  if (tabs.length < 2) return null;
  return <FrameTabs label={t('Organisation')} tabs={tabs} current={current} />;
}
