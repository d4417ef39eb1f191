import type { ModerationCase, OwnText, SecondJudge } from '#contract/moderation/moderation.contract.ts';
import { leadOf } from '#contract/platform/ai-services.ts';
import { lastTriedOlder } from '#domain/identity/age/age.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { hasModerationService } from '#domain/vendors/moderation/moderation.client.ts';
import { firstTexts } from './second-judge.ts';

const REPORTS_SHOWN = 20;

/**
 * Lists subjects that wait for a moderator, longest first, or decided ones, newest first, each with the facts for a decision; also the
 * number of waiting ones, and whether the second judge is available.
 */
export async function listModeration({
  show,
  limit,
}: {
  show: 'waiting' | 'decided';
  limit: number;
}): Promise<{ cases: ModerationCase[]; waiting: number; second_judge: SecondJudge }> {
  const selection =
    show === 'waiting'
      ? sql`waits_since is not null order by waits_since, gated.subject_type, gated.subject_id`
      : sql`waits_since is null and decided_at is not null order by decided_at desc, gated.subject_type, gated.subject_id`;
  const [cases, waiting, judge] = await Promise.all([
    rowsOf<ModerationCase>(
      database(),
      sql`select gated.subject_type, gated.subject_id, version, gated.state, gated.text, href, ${iso(sql`written_at`)} as written_at,
                 ${iso(sql`waits_since`)} as waits_since, reasons,
                 case when judgement is not null then jsonb_build_object('judgement', judgement, 'reason', judgement_reason) end as judgement,
                 jsonb_build_object('user_id', author.id, 'name', ${shownName(sql`author`)}, 'since', ${iso(sql`author.created_at`)},
                   'clear', (select count(*) from public_text where author_id = author.id and state = 'clear'),
                   'removed', (select count(*) from public_text where author_id = author.id and state = 'removed'),
                   'suspended_until', (select ${iso(sql`until`)} from writing_suspension where account_id = author.id and until > now()),
                   'tried_older_at', ${iso(lastTriedOlder(sql`author.id`))}) as author,
                 coalesce((select jsonb_agg(jsonb_build_object('reason', report.reason, 'text', report.text,
                                                               'at', ${iso(sql`report.created_at`)}) order by report.created_at)
                             from (select * from text_report where subject_type = gated.subject_type and subject_id = gated.subject_id
                                    order by created_at limit ${REPORTS_SHOWN}) report), '[]') as reports,
                 case when appeal is not null then jsonb_build_object('text', appeal, 'at', ${iso(sql`appealed_at`)}) end as appeal,
                 case when decision is not null then jsonb_build_object('action', decision, 'note', decision_note,
                   'at', ${iso(sql`decided_at`)}, 'by', ${shownName(sql`decider`)}) end as decision
            from public_text gated join account author on author.id = gated.author_id left join account decider on decider.id = decided_by
           where ${selection} limit ${limit}`,
    ),
    textsThatWait(),
    secondJudge(),
  ]);
  return { cases, waiting, second_judge: judge };
}

/** Counts the subjects that wait for a moderator. */
export async function textsThatWait(): Promise<number> {
  const counted = await database()('public_text').whereNotNull('waits_since').count({ count: '*' }).first();
  return Number(counted?.['count'] ?? 0);
}

async function secondJudge(): Promise<SecondJudge> {
  const { model } = config().moderation;
  const facts = { model, first_texts: firstTexts() };
  if (!hasModerationService()) return { ...facts, state: 'off' };
  // its newest call got no answer, it asked for a pause, or an operator has paused it
  const lane = await database()('vendor_lane')
    .where({ service: leadOf('moderation'), model })
    .first<{ is_away: boolean } | undefined>(
      expression(database(), sql`failures > 0 or greatest(closed_until, open_until) > now() or paused_at is not null as is_away`),
    );
  return { ...facts, state: lane?.is_away ? 'away' : 'ready' };
}

const MOST_OWN = 100;

/** Lists a user's held and removed texts, newest first, and their current suspension. */
export async function listOwnTexts(accountId: string): Promise<{ texts: OwnText[]; suspension: { until: string; note: string } | null }> {
  const [texts, suspension] = await Promise.all([
    rowsOf<OwnText>(
      database(),
      sql`select subject_type, subject_id, state, text, href, ${iso(sql`written_at`)} as written_at,
                 coalesce(decision_note, '') as note, appeal
            from public_text gated where author_id = ${accountId} and state <> 'clear'
           order by gated.written_at desc, subject_type, subject_id limit ${MOST_OWN}`,
    ),
    database()('writing_suspension').where({ account_id: accountId }).where('until', '>', database().fn.now()).first('until', 'note'),
  ]);
  return {
    texts,
    suspension: suspension ? { until: (suspension.until as Date).toISOString(), note: suspension.note } : null,
  };
}

/** Converts a time for the wire. */
function iso(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
