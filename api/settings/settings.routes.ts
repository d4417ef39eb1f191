import { dataExport, exportFileName } from '#contract/settings/data-export.contract.ts';
import * as profile from '#contract/settings/profile.contract.ts';
import * as settings from '#contract/settings/settings.contract.ts';
import { tellTimeZone as tellTimeZoneEndpoint } from '#contract/settings/time-zone.contract.ts';
import * as unsubscribe from '#contract/settings/unsubscribe.contract.ts';
import { updateProfile } from '#domain/people/update-profile.command.ts';
import { exportData } from '#domain/settings/export-data.command.ts';
import { saveSettings, takeReminderQuestion, tellTimeZone } from '#domain/settings/save-settings.command.ts';
import { readSettings, findProfile } from '#domain/settings/settings.queries.ts';
import { readMailChoice, saveMailChoice } from '#domain/settings/save-mail-choice.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts settings and profile. */
export function mountSettings(router: ApiRouter): void {
  mount(router, settings.getSettings, async ({ user }) => ({ status: 200, body: { settings: await readSettings(user.userId) } }));

  mount(router, settings.saveSettings, async ({ user, body }) => ({
    status: 200,
    body: { message: settings.SETTINGS_SAVED, settings: await saveSettings({ accountId: user.userId, changes: body }) },
  }));

  mount(router, settings.takeReminderQuestion, async ({ user }) => ({
    status: 200,
    body: { is_asked: await takeReminderQuestion(user.userId) },
  }));

  mount(router, tellTimeZoneEndpoint, async ({ user, body }) => ({
    status: 200,
    body: { time_zone: await tellTimeZone({ accountId: user.userId, timeZone: body.time_zone }) },
  }));

  mount(router, unsubscribe.readMailChoice, async ({ body }) => ({ status: 200, body: await readMailChoice(body.token) }));

  mount(router, unsubscribe.saveMailChoice, async ({ body }) => ({
    status: 200,
    body: await saveMailChoice({ token: body.token, isOff: body.is_off }),
  }));

  mount(router, unsubscribe.unsubscribeAtOnce, async ({ query }) => ({
    status: 200,
    body: await saveMailChoice({ token: query.token, isOff: true }),
  }));

  mount(router, profile.getProfile, async ({ user }) => ({ status: 200, body: { profile: await findProfile(user.userId) } }));

  mount(router, profile.updateProfile, async ({ user, body }) => ({
    status: 200,
    body: { message: 'The profile is saved.', ...(await updateProfile({ accountId: user.userId, ...body })) },
  }));
}

export function mountDataExport(router: ApiRouter): void {
  mount(router, dataExport, async ({ user }) => {
    const name = exportFileName(new Date().toISOString().slice(0, 10));
    return { status: 200, body: await exportData(user.userId), headers: { 'Content-Disposition': `attachment; filename="${name}"` } };
  });
}
