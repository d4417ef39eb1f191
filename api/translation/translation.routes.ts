import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import * as courseTranslation from '#contract/translation/course-translation.contract.ts';
import * as contract from '#contract/translation/translation.contract.ts';
import { translateBulk } from '#domain/translation/bulk/translate-bulk.command.ts';
import { listTranslations, readTranslation } from '#domain/translation/courses/course-translations.queries.ts';
import { editNames, startTranslation } from '#domain/translation/courses/translation.commands.ts';
import { prepareTexts, decideProposal, proposeText } from '#domain/translation/interface/interface-text.commands.ts';
import { listProposals } from '#domain/translation/interface/proposals.queries.ts';
import { interfaceFileBody, listLanguages, readInterfaceTexts } from '#domain/translation/interface/interface-texts.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

const A_YEAR = 'public, max-age=31536000, immutable';

export function mountTranslation(router: ApiRouter): void {
  mount(router, contract.translateBulk, async ({ user, body, requestId, signal }) => {
    const { texts, target_language: target, source_language: source } = body;
    const translated = await translateBulk({ accountId: user.userId, requestId, texts, source, target, signal });
    const translations = texts.map((original_text, place) => ({ original_text, translated_text: translated[place]! }));
    return { status: 200, body: { success: true, translations } };
  });

  mount(router, contract.translateLanguages, async () => ({
    status: 200,
    body: { success: true, languages: await listLanguages() },
  }));

  mount(router, contract.interfaceTexts, async ({ params }) => {
    const { language, state, address, untranslated } = await readInterfaceTexts(params.language);
    return { status: 200, body: { language, state, address, untranslated } };
  });

  mount(router, contract.prepareInterfaceTexts, async ({ params, requestId }) => {
    const { language, state, address, untranslated } = await prepareTexts({ language: params.language, requestId });
    return { status: 202, body: { language, state, address, untranslated } };
  });

  mount(router, contract.interfaceTextsFile, async ({ params }) => {
    const body = await interfaceFileBody(params.language, params.hash);
    return { status: 200, body: bytesOf(body), headers: { 'Cache-Control': A_YEAR, 'X-Content-Type-Options': 'nosniff' } };
  });

  mount(router, contract.proposeText, async ({ user, body }) => {
    const { language, original_text: source, proposed_text: proposed } = body;
    await proposeText({ accountId: user.userId, language, source, proposed });
    return { status: 201, body: { message: 'Thank you. An operator will look at it.' } };
  });

  mount(router, contract.listTextProposals, async () => ({ status: 200, body: await listProposals() }));

  mount(router, contract.decideTextProposal, async ({ user, params, body }) => {
    await decideProposal(params.proposal_id, { accept: body.accept, operatorId: user.userId });
    return { status: 200, body: { message: body.accept ? 'The new text is now shown.' : 'The proposal was declined.' } };
  });
}

async function* bytesOf(body: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(body);
}

export function mountCourseTranslations(router: ApiRouter): void {
  mount(router, courseTranslation.courseTranslations, async ({ user, params }) => ({
    status: 200,
    body: await listTranslations({ accountId: user.userId, courseId: params.course_id }),
  }));

  mount(router, courseTranslation.translateCourse, async ({ user, params, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const request = { accountId: user.userId, courseId: params.course_id, language: params.language, requestId, idempotencyKey };
    return { status: 202, body: { task_id: await startTranslation(request) } };
  });

  mount(router, courseTranslation.translateLesson, async ({ user, params, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { course_id: courseId, language, lesson_id: lessonId } = params;
    const request = { accountId: user.userId, courseId, language, lessonId, requestId, idempotencyKey };
    return { status: 202, body: { task_id: await startTranslation(request) } };
  });

  mount(router, courseTranslation.readTranslatedCourse, async ({ user, params }) => ({
    status: 200,
    body: await readTranslation({ accountId: user.userId, courseId: params.course_id, language: params.language }),
  }));

  mount(router, courseTranslation.editTranslationNames, async ({ user, params, body }) => {
    await editNames({ accountId: user.userId, courseId: params.course_id, language: params.language, names: body.names });
    return { status: 200, body: { names: body.names } };
  });
}
