import { Model } from 'objection';
import type { LtiProblemKind, LtiProduct } from '#contract/lti/platforms.contract.ts';
import type { Placed } from '#contract/platform/kinds-of-work.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A learning platform (LMS) of an organisation, as registered here. `waiting`: not registered yet, so most columns are null. */
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
  /** The audience of our assertions, if it is not the token endpoint. */
  declare token_audience: string | null;
  /** The audience for which it last issued a token, or null. */
  declare audience_used: string | null;
  declare jwks_url: string | null;
  /** Origins whose pages may frame a launch. */
  declare origins: string[];
  declare deployment_ids: string[];
  /** Set when it registered without naming a deployment: the first one that launches is stored. */
  declare adopts_deployment: boolean;
  /** SHA-256 of the secret in its registration address, which works once. */
  declare registration_hash: Buffer | null;
  declare registration_expires_at: Date | null;
  /** The person who confirmed that the organisation may give access to its learners, minors included. */
  declare authorised_by: Ref<'account'> | null;
  declare authorised_at: Date;
  declare created_at: Date;
  declare last_launch_at: Date | null;
}

/** One of our keys for signing messages to platforms. Two are published. */
export class LtiKey extends Model {
  static override tableName = 'lti_key';

  /** `kid` of the key. */
  declare id: string;
  /** PKCS 8, encrypted. */
  declare private_sealed: Buffer;
  declare public_jwk: Readonly<Record<string, string>>;
  declare created_at: Date;
}

/** A launch that a platform has started and not completed. The first response deletes it. */
export class LtiLogin extends Model {
  static override tableName = 'lti_login';
  static override idColumn = 'state_hash';

  declare state_hash: Buffer;
  /** SHA-256 of the secret that the same browser must present. */
  declare browser_hash: Buffer;
  declare platform_id: Ref<'lti_platform'>;
  declare nonce: string;
  declare expires_at: Date;
}

/** A person of a platform, and the account that was created for them here. */
export class LtiUser extends Model {
  static override tableName = 'lti_user';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  /** Their `sub` at the platform. */
  declare subject: string;
  declare account_id: Ref<'account'>;
  /** As sent by the platform; never used for sign-in or mail. */
  declare email: string | null;
  declare created_at: Date;
  declare last_launch_at: Date;
}

/** A course or class of a platform. Its member list is read at `due_at`. */
export class LtiContext extends Model {
  static override tableName = 'lti_context';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  /** Its id at the platform. */
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

/** A member of a context, as listed by the platform; most have never launched anything. */
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

/** A course that its author offers to the organisation's teachers for their LMS. */
export class LtiOffer extends Model {
  static override tableName = 'lti_offer';
  static override idColumn = ['organisation_id', 'course_id'];

  declare organisation_id: Ref<'organisation'>;
  declare course_id: Ref<'course'>;
  /** The author, while a member. */
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

/** Content that a teacher has placed in an LMS: a course, or one of its lessons, simulations or other works. */
export class LtiPlacement extends Model {
  static override tableName = 'lti_placement';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  declare kind: Ref<'placed_kind', Placed>;
  declare title: string;
  /** A course of the market. No foreign key, because learners keep their copies when it is deleted. */
  declare market_course_id: string | null;
  /** An offered course. */
  declare course_id: Ref<'course'> | null;
  declare lesson_id: string | null;
  declare simulation_id: Ref<'simulation'> | null;
  /** What other kinds of work place, in their own tables. */
  declare placed_id: string | null;
  declare created_at: Date;
}

/**
 * A place in an LMS that opens a placement, and where its grades go. Identified by its id there, the content and the course together:
 * platforms give one id to many contents (Canvas to all items of a module), and copy courses with their ids.
 */
export class LtiLink extends Model {
  static override tableName = 'lti_link';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  declare deployment_id: string;
  /** For older releases, which need it unique: its id at the platform, with a suffix if another link has the same. */
  declare resource_link_ref: string;
  /** Its id at the platform; null when an older release created the row and `resource_link_ref` is the id. */
  declare resource_link: string | null;
  /** Created by an older release, so its results may belong to several contents. */
  declare may_be_merged: boolean;
  /** Set when its learners' results must be recalculated, because several contents shared it. */
  declare recount_since: Date | null;
  declare placement_id: Ref<'lti_placement'>;
  declare context_id: Ref<'lti_context'> | null;
  declare lineitem_url: string | null;
  declare lineitems_url: string | null;
  /** Set while a process finds or creates its line item. */
  declare making_until: Date | null;
  declare ags_scopes: string[];
  declare created_at: Date;
}

/** The session of a launch: a learner's activity, or a teacher's choice of content (`deep_linking`). */
export class LtiSession extends Model {
  static override tableName = 'lti_session';
  static override idColumn = 'token_hash';

  declare token_hash: Buffer;
  declare platform_id: Ref<'lti_platform'>;
  declare user_id: Ref<'lti_user'>;
  declare account_id: Ref<'account'>;
  declare link_id: Ref<'lti_link'> | null;
  /** The launched content; null when an older release opened it, so that its link decides. */
  declare placement_id: Ref<'lti_placement'> | null;
  /** The learner's copy of the course. */
  declare course_id: Ref<'course'> | null;
  /** Whether the person teaches: teachers can look but get no grade. */
  declare is_teacher: boolean;
  declare deep_linking: DeepLinkingSettings | null;
  /** Set while a result may not have been stored for the platform yet. */
  declare ungraded_since: Date | null;
  declare created_at: Date;
  declare expires_at: Date;
}

/** A platform's request for a choice of content, kept until it is answered. */
export interface DeepLinkingSettings {
  readonly deployment_id: string;
  readonly return_url: string;
  readonly accepts_many: boolean;
  readonly accepts_line_item: boolean;
  /** Opaque; returned exactly as received. */
  readonly data: unknown;
}

/** A result to be sent to a platform, one per learner and result. */
export class LtiScore extends Model {
  static override tableName = 'lti_score';

  declare id: string;
  declare link_id: Ref<'lti_link'>;
  declare user_id: Ref<'lti_user'>;
  /** Null when something is completed but nothing graded. */
  declare percent: number | null;
  declare is_complete: boolean;
  /** Whether it comes from a link that several contents shared, and so may belong to other content. */
  declare of_merged: boolean;
  declare achieved_at: Date;
  /** `superseded`: a better result was sent first. */
  declare state: 'waiting' | 'sent' | 'superseded' | 'dropped';
  declare due_at: Date;
  declare lease_until: Date | null;
  declare attempts: number;
  declare last_error: string | null;
  declare sent_at: Date | null;
}

/** A problem with a platform, for its administrators: a refused launch or grade, or omitted fields of a message. */
export class LtiRefusal extends Model {
  static override tableName = 'lti_refusal';

  declare id: string;
  declare platform_id: Ref<'lti_platform'>;
  declare kind: LtiProblemKind;
  /** The error code. */
  declare reason: string;
  /** The error, without personal data. */
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
