import * as contract from '#contract/sources/sources.contract.ts';
import { addSource, removeSource, addPage } from '#domain/sources/source.commands.ts';
import { listRunSources, listSources, readPassage } from '#domain/sources/sources.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the sources that users upload for their courses. */
export function mountSources(router: ApiRouter): void {
  mount(router, contract.listSources, async ({ user }) => ({ status: 200, body: { sources: await listSources(user.userId) } }));

  mount(router, contract.addSource, async ({ user, files, requestId }) => ({
    status: 202,
    body: { source: await addSource({ accountId: user.userId, requestId, file: files['file']![0]! }) },
  }));

  mount(router, contract.addPage, async ({ user, body, requestId }) => ({
    status: 202,
    body: { source: await addPage({ accountId: user.userId, requestId, address: body.address }) },
  }));

  mount(router, contract.removeSource, async ({ user, params }) => {
    await removeSource(user.userId, params.source_id);
    return { status: 200, body: { source_id: params.source_id } };
  });

  mount(router, contract.listRunSources, async ({ user, params }) => ({
    status: 200,
    body: { sources: await listRunSources(user.userId, params.task_id) },
  }));

  mount(router, contract.getPassage, async ({ user, params }) => ({
    status: 200,
    body: { passage: await readPassage(user.userId, { sourceId: params.source_id, number: params.number }) },
  }));
}
