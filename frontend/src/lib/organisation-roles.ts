import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { t } from './text.ts';

/** The name of a role in an organisation. */
export function roleWords(role: OrganisationRole): string {
  switch (role) {
    case 'owner':
      return t('Owner');
    case 'administrator':
      return t('Administrator');
    case 'teacher':
      return t('Teacher');
    case 'member':
      return t('Member');
  }
}
