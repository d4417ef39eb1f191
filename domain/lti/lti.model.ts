import { Model } from 'objection';
import type { LtiProblemKind, LtiProduct } from '#contract/lti/platforms.contract.ts';
import type { Placed } from '#contract/platform/kinds-of-work.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A learning platform (LMS) of an organisation, as it is registered here. `waiting`: not registered with it yet, so that most is null. */
export class LtiPlatform extends Model {
  static override tableName = 'lti_platform';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  declare name: string;
  declare product: LtiProduct;
  declare state: 'waiting' | 'active' | 'paused';
  declare issuer: string | null;
  declare client_id: string | null;
  declare auth_url: string | null;
  declare token_url: string | null;
  /** Audience of our assertions where it is not the token endpoint. */
  declare token_audience: string | null;
  /** The audience with which it gave a token last; null before. */
  declare audience_used: string | null;
  declare jwks_url: string | null;
  /** Origins whose pages may have a launch in a frame. */
  declare origins: string[];
  declare deployment_ids: string[];
  /** It registered itself without naming a deployment: the first one that launches is its own. */
  declare adopts_deployment: boolean;
  /** SHA-256 of the secret in the address with which it registers itself, once. */
  declare registration_hash: Buffer | null;
  declare registration_expires_at: Date | null;
  /** Who has said that the organisation may let its learners in, minors too. */
  declare authorised_by: Ref<'account'> | null;
  declare authorised_at: Date;
  declare created_at: Date;
  declare last_launch_at: Date | null;
}

/** A key of ours, with which messages to platforms are signed. Two are published. */
export class LtiKey extends Model {
  static override tableName = 'lti_key';

  /** Its `kid`. */
  declare id: string;
  /** PKCS 8, encrypted. */
  declare private_sealed: Buffer;
  declare public_jwk: Readonly<Record<string, string>>;
  declare created_at: Date;
}

/** A launch that was asked for and has not come back: its row is deleted by the first answer. */
export class LtiLogin extends Model {
  static override tableName = 'lti_login';
  static override idColumn = 'state_hash';

  declare state_hash: Buffer;
  /** SHA-256 of the secret that the same browser must show. */
  declare browser_hash: Buffer;
  declare platform_id: Ref<'lti_platform'>;
  declare nonce: string;
  declare expires_at: Date;
}

/** A person of a platform, and the account that was made for them here. */
export class LtiUser extends Model {
  static override tableName = 'lti_user';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  /** Their `sub` there. */
  declare subject: string;
  declare account_id: Ref<'account'>;
  /** As the platform sent it; never an address to sign in with, nor one to write to. */
  declare email: string | null;
  declare created_at: Date;
  declare last_launch_at: Date;
}

/** A course or class of a platform. Its list of members is read when `due_at` has come. */
export class LtiContext extends Model {
  static override tableName = 'lti_context';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  /** Its id there. */
  declare context_ref: string;
  declare title: string;
  declare memberships_url: string | null;
  declare due_at: Date | null;
  declare lease_until: Date | null;
  declare attempts: number;
  declare last_error: string | null;
  declare read_at: Date | null;
  declare created_at: Date;
}

/** A member of a context, as the platform lists them; most have never come here. */
export class LtiContextMember extends Model {
  static override tableName = 'lti_context_member';
  static override idColumn = ['context_id', 'subject'];

  declare context_id: Ref<'lti_context'>;
  declare subject: string;
  declare name: string | null;
  declare email: string | null;
  /** Short names: `Learner`, `Instructor`. */
  declare roles: string[];
  declare is_active: boolean;
}

/** A course that its author lets the organisation's teachers place in their LMS. */
export class LtiOffer extends Model {
  static override tableName = 'lti_offer';
  static override idColumn = ['organisation_id', 'course_id'];

  declare organisation_id: Ref<'organisation'>;
  declare course_id: Ref<'course'>;
  /** Its author, while a member. */
  declare account_id: Ref<'organisation_member'>;
  declare created_at: Date;
}

/** A learner's copy of an offered course. */
export class LtiCopy extends Model {
  static override tableName = 'lti_copy';
  static override idColumn = ['account_id', 'source_id'];

  declare account_id: Ref<'account'>;
  declare source_id: Ref<'course'>;
  declare course_id: Ref<'course'>;
}

/** What a teacher has placed in an LMS: a course, one lesson or one simulation of it. */
export class LtiPlacement extends Model {
  static override tableName = 'lti_placement';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  declare kind: Placed;
  declare title: string;
  /** A course of the market. No key: whoever has opened it keeps a copy when that is gone. */
  declare market_course_id: string | null;
  /** An offered course. */
  declare course_id: Ref<'course'> | null;
  declare lesson_id: string | null;
  declare simulation_id: Ref<'simulation'> | null;
  declare created_at: Date;
}

/**
 * A place in an LMS from which a placement is opened, and where its grades go. It is known by its id there, what it opens and the course that it
 * is in, together: platforms give one id to many contents (Canvas to all items of a module), and copy courses with their ids.
 */
export class LtiLink extends Model {
  static override tableName = 'lti_link';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  declare deployment_id: string;
  /** Unique for older releases: its id there, with an addition where another link has that. */
  declare resource_link_ref: string;
  /** Its id there; null: an older release made the row, and `resource_link_ref` is it. */
  declare resource_link: string | null;
  /** An older release made it: its results may be of several contents. */
  declare may_be_merged: boolean;
  /** Set: the results of its learners are to be looked at again, because several contents shared it. */
  declare recount_since: Date | null;
  declare placement_id: Ref<'lti_placement'>;
  declare context_id: Ref<'lti_context'> | null;
  declare lineitem_url: string | null;
  declare lineitems_url: string | null;
  /** While a process finds or makes its line item. */
  declare making_until: Date | null;
  declare ags_scopes: string[];
  declare created_at: Date;
}

/** What a launch has opened: a learner's activity, or a teacher's choice of contents (`deep_linking`). */
export class LtiSession extends Model {
  static override tableName = 'lti_session';
  static override idColumn = 'token_hash';

  declare token_hash: Buffer;
  declare platform_id: Ref<'lti_platform'>;
  declare user_id: Ref<'lti_user'>;
  declare account_id: Ref<'account'>;
  declare link_id: Ref<'lti_link'> | null;
  /** The launched content; null: an older release opened it, and its link decides. */
  declare placement_id: Ref<'lti_placement'> | null;
  /** The learner's copy of the course. */
  declare course_id: Ref<'course'> | null;
  /** Teachers look, and get no grade. */
  declare is_teacher: boolean;
  declare deep_linking: DeepLinkingSettings | null;
  /** A result of it may not be stored for the platform yet. */
  declare ungraded_since: Date | null;
  declare created_at: Date;
  declare expires_at: Date;
}

/** What a platform asks of a choice of contents, kept until it is answered. */
export interface DeepLinkingSettings {
  readonly deployment_id: string;
  readonly return_url: string;
  readonly accepts_many: boolean;
  readonly accepts_line_item: boolean;
  /** Whatever it is, it goes back as it came. */
  readonly data: unknown;
}

/** A result on its way to a platform: each of a learner once. */
export class LtiScore extends Model {
  static override tableName = 'lti_score';

  declare id: string;
  declare link_id: Ref<'lti_link'>;
  declare user_id: Ref<'lti_user'>;
  /** null: something is done, and nothing of it is graded. */
  declare percent: number | null;
  declare is_complete: boolean;
  /** Of a link that several contents shared: it may be of another one. */
  declare of_merged: boolean;
  declare achieved_at: Date;
  /** `superseded`: a better one went first. */
  declare state: 'waiting' | 'sent' | 'superseded' | 'dropped';
  declare due_at: Date;
  declare lease_until: Date | null;
  declare attempts: number;
  declare last_error: string | null;
  declare sent_at: Date | null;
}

/** What went wrong with a platform, for those who set it up: a launch or grade that was refused, or what was left out of a message. */
export class LtiRefusal extends Model {
  static override tableName = 'lti_refusal';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  declare kind: LtiProblemKind;
  /** Code of the error. */
  declare reason: string;
  /** The fault, without data about the person. */
  declare detail: string | null;
  declare refused_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    lti_platform: Table<LtiPlatform>;
    lti_key: Table<LtiKey>;
    lti_login: Table<LtiLogin>;
    lti_user: Table<LtiUser>;
    lti_context: Table<LtiContext>;
    lti_context_member: Table<LtiContextMember>;
    lti_offer: Table<LtiOffer>;
    lti_copy: Table<LtiCopy>;
    lti_placement: Table<LtiPlacement>;
    lti_link: Table<LtiLink>;
    lti_session: Table<LtiSession>;
    lti_score: Table<LtiScore>;
    lti_refusal: Table<LtiRefusal>;
  }
}
