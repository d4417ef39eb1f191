import { expect, it } from 'vitest';
import { givenPerson } from '#domain/organisations/organisation.factory.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { saveSettings } from '#domain/settings/save-settings.command.ts';
import { usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();

it('SET-04 a finished course is announced by email once, to users who have not switched email off', { tags: 'slow' }, async () => {
  const [reader, quiet] = [await givenPerson(), await givenPerson()];
  for (const { id } of [reader, quiet]) await givenTokens(id);
  await saveSettings({ accountId: quiet.id, changes: { notifications: { email: false } } });
  const [written] = await Promise.all([pipeline.write({}, reader.id), pipeline.write({}, quiet.id)]);
  expect(written.run.status).toBe('completed');
  const mails = await pipeline.database.knex('outgoing_mail').where({ kind: 'course-finished' });
  expect(mails).toMatchObject([
    {
      account_id: reader.id,
      recipient: reader.email,
      cause: `course-finished:${written.runId}`,
      data: { first_name: 'Ada', title: written.content?.title, missing: 0, link: expect.stringMatching(/^\/courses\/[\da-f-]{36}$/) },
    },
  ]);
});
