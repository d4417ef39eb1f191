import { uuidv7 } from 'uuidv7';
import * as mentor from '#contract/mentor/mentor.contract.ts';
import { DEFAULT_ENGINE, engineOf } from '#contract/mentor/mentor.contract.ts';
import { beginAnswer, beginRegeneration, type NewQuestion } from '#domain/mentor/answers/begin-answer.command.ts';
import { stopAnswer } from '#domain/mentor/answers/answer.commands.ts';
import { collectAnswer, writeAnswer } from '#domain/mentor/answers/write-answer.command.ts';
import { deleteSession, renameSession } from '#domain/mentor/sessions/rename-session.command.ts';
import { listSessions, readSession } from '#domain/mentor/sessions/sessions.queries.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

const questionOf = (
  accountId: string,
  body: Omit<BodyOf<typeof mentor.sendMentorMessage>, 'message_id'>,
): Omit<NewQuestion, 'messageId'> => ({
  accountId,
  message: body.message,
  engine: engineOf(body.ai_engine),
  manner: body.manner,
  sessionId: body.session_id,
  lesson: body.lesson,
  passage: body.passage,
  socratic: body.socratic,
  tutor: body.tutor,
});

export function mountMentor(router: ApiRouter): void {
  mount(router, mentor.aiMentor, async ({ user, body }) => {
    const begun = await beginAnswer({ ...questionOf(user.userId, body), messageId: body.message_id ?? uuidv7() });
    const answer = await collectAnswer(begun);
    return {
      status: 200,
      body: {
        response: answer.message,
        ai_engine_used: answer.ai_engine_used ?? answer.ai_engine ?? DEFAULT_ENGINE,
        session_id: begun.session.id,
        message: answer,
      },
    };
  });

  mount(router, mentor.sendMentorMessage, async ({ user, body }) => ({
    status: 200,
    body: writeAnswer(await beginAnswer({ ...questionOf(user.userId, body), messageId: body.message_id })),
  }));

  mount(router, mentor.regenerateAnswer, async ({ user, params, body }) => ({
    status: 200,
    body: writeAnswer(
      await beginRegeneration({
        accountId: user.userId,
        messageId: params.message_id,
        engine: engineOf(body.ai_engine),
        manner: body.manner,
      }),
    ),
  }));

  mount(router, mentor.stopAnswer, async ({ user, params }) => ({
    status: 200,
    body: await stopAnswer({ accountId: user.userId, messageId: params.message_id }),
  }));

  mount(router, mentor.listMentorSessions, async ({ user, query }) => ({
    status: 200,
    body: await listSessions({ accountId: user.userId, ...query }),
  }));

  mount(router, mentor.readMentorSession, async ({ user, params, query }) => ({
    status: 200,
    body: await readSession({ accountId: user.userId, sessionId: params.session_id, ...query }),
  }));

  mount(router, mentor.renameMentorSession, async ({ user, params, body }) => ({
    status: 200,
    body: { session: await renameSession({ accountId: user.userId, sessionId: params.session_id, title: body.title }) },
  }));

  mount(router, mentor.deleteMentorSession, async ({ user, params }) => ({
    status: 200,
    body: await deleteSession({ accountId: user.userId, sessionId: params.session_id }),
  }));
}
