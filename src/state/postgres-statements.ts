/** The statements of the PostgreSQL store. They need no transaction and no session, so a pooler may be in between. */

/** Looks for the table and for a schema to create it in, and reads the version of the server. Every version can run it. */
export const IS_THERE = `select current_schema() is not null as place, current_setting('server_version') as version,
  exists (select 1 from pg_class where relname = 'notiform_state' and pg_table_is_visible(oid)) as found`;

export const CREATE = `create table if not exists notiform_state (
  environment text not null,
  profile text not null,
  serial bigint not null default 0,
  document text,
  fence bigint not null default 0,
  token text,
  lock text,
  locked_at timestamptz,
  expires_at timestamptz,
  primary key (environment, profile)
)`;

/** The rows of the journal of `shop` are `shop/0`, `shop/1` and so on. No profile has a slash in its name. */
const OWNER = `split_part(profile, '/', 1)`;

const WHERE = 'environment = $1 and profile = $2';
const MINE = `${WHERE} and token = $3 and fence = $4::bigint`;

/**
 * A document that a person puts in keeps the row's serial, so the document is compared too: with a digest if the statement replaces it, else
 * with its length, which costs the same for every document.
 */
const hasDigest = (digest: string): string =>
  `encode(sha256(convert_to(notiform_state.document, 'UTF8')), 'hex') is not distinct from ${digest}::text`;
const hasBytes = (bytes: string): string => `octet_length(notiform_state.document) is not distinct from ${bytes}::int`;

/** Empties the rows of the former journal, after `written`. */
const EMPTIED = `emptied as (
      update notiform_state set document = null
      where environment = $1 and ${OWNER} = $2 and profile not in ($2, $2 || '/0') and document is not null
        and exists (select from written))`;

const begunIf = (isJournal: string): string => `begun as (
      insert into notiform_state (environment, profile, document) select $1, $2 || '/0', '' from written where ${isJournal}::int = 1
      on conflict (environment, profile) do update set document = '')`;

const addedTo = (piece: string, line: string): string => `added as (
      insert into notiform_state as piece (environment, profile, document) select $1, $2 || '/' || ${piece}::int, ${line} from written
      on conflict (environment, profile) do update set document = coalesce(piece.document, '') || excluded.document)`;

export const statements = {
  /** environment, JSON array of profiles. The rows of a journal are in order. */
  read: `select profile, document, serial, octet_length(document) as bytes from notiform_state
    where environment = $1 and ${OWNER} in (select jsonb_array_elements_text($2::jsonb))
    order by length(profile), profile`,

  /** environment. */
  profiles: `select profile from notiform_state where environment = $1 and document is not null and profile = ${OWNER}`,

  /** environment, profile. An expired lock counts until another run takes it. `seconds`: until it expires. */
  lockOf: `select lock, token, fence, ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds from notiform_state where ${WHERE} and token is not null`,

  /**
   * environment, profile, token, lock, seconds, token of a lock whose holder is dead. Returns no row if
   * another run has the lock. `former` is the lock that was taken over. A second call with the same token changes nothing.
   */
  lock: `with former as (select lock from notiform_state where ${WHERE} and token <> $3)
    insert into notiform_state (environment, profile, fence, token, lock, locked_at, expires_at)
    values ($1, $2, 1, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5))
    on conflict (environment, profile) do update set
      fence = notiform_state.fence + case when notiform_state.token = $3 then 0 else 1 end,
      token = excluded.token, lock = excluded.lock, locked_at = excluded.locked_at, expires_at = excluded.expires_at
    where notiform_state.token is null or notiform_state.expires_at < clock_timestamp() or notiform_state.token in ($3, $6)
    returning fence, (select lock from former) as former`,

  /**
   * environment, profile, token, fence, serial, document, seconds, the row's serial before, 1 to begin a journal or 0, the digest of the
   * document before. Empties the rows of the former journal. Returns the stored document if it was not replaced.
   */
  write: `with written as (
      update notiform_state
      set serial = $5::bigint, document = $6, expires_at = clock_timestamp() + make_interval(secs => $7)
      where ${MINE} and serial = $8::bigint and ${hasDigest('$10')}
      returning octet_length(document) as bytes),
    ${EMPTIED},
    ${begunIf('$9')}
    select 'written' as outcome, null as stored, bytes from written
    union all
    select 'unwritten', document, octet_length(document) from notiform_state where ${MINE} and not exists (select from written)`,

  /**
   * environment, profile, token, fence, serial, line, seconds, the row's serial before, the number of the journal's row, the length of the
   * document. Returns the end of the journal's row if the line was not added.
   */
  append: `with written as (
      update notiform_state set serial = $5::bigint, expires_at = clock_timestamp() + make_interval(secs => $7)
      where ${MINE} and serial = $8::bigint and ${hasBytes('$10')}
      returning octet_length(document) as bytes),
    ${addedTo('$9', '$6')}
    select 'written' as outcome, null as stored, bytes from written
    union all
    select 'unwritten', (
        select right(document, length($6)) from notiform_state where environment = $1 and profile = $2 || '/' || $9::int),
        octet_length(document)
      from notiform_state where ${MINE} and not exists (select from written)`,

  /**
   * environment, profile, serial, document, the row's serial before, 1 to begin a journal or 0, the digest of the document before. As
   * `write`, without a lock. Returns no row if another run was faster.
   */
  edit: `with written as (
      insert into notiform_state (environment, profile, serial, document) values ($1, $2, $3::bigint, $4)
      on conflict (environment, profile) do update set serial = excluded.serial, document = excluded.document
      where notiform_state.serial = $5::bigint and ${hasDigest('$7')}
      returning octet_length(document) as bytes),
    ${EMPTIED},
    ${begunIf('$6')}
    select bytes from written`,

  /**
   * environment, profile, serial, line, the row's serial before, the number of the journal's row, the length of the document. As `append`,
   * without a lock.
   */
  extend: `with written as (
      update notiform_state set serial = $3::bigint where ${WHERE} and serial = $5::bigint and ${hasBytes('$7')}
      returning octet_length(document) as bytes),
    ${addedTo('$6', '$4')}
    select bytes from written`,

  /** environment, JSON array of profile, token and fence, seconds. Returns the tokens of the locks that are still ours. */
  renew: `update notiform_state as state set expires_at = clock_timestamp() + make_interval(secs => $3)
    from jsonb_to_recordset($2::jsonb) as ours(profile text, token text, fence bigint)
    where state.environment = $1 and state.profile = ours.profile and state.token = ours.token and state.fence = ours.fence
    returning state.token`,

  /** environment, profile, token, fence */
  release: `update notiform_state set token = null, lock = null, expires_at = null where ${MINE} returning fence`,

  /** environment, profile, token of the lock to break */
  break: `update notiform_state set token = null, lock = null, expires_at = null where ${WHERE} and token = $3 returning fence`,
} as const;
