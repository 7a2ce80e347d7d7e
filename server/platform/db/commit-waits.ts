/**
 * How long commits of a database have waited for a copy on another machine, as PostgreSQL tells of its sessions. One whose
 * client has gone waits on like any other, and nothing but the copy ends it: each keeps a connection of those that there are.
 */
export interface CommitWaits {
  /** At least so long the longest of them; nothing where none waits. */
  readonly longestMs: number
  /** The processes of the sessions that wait, whoever began them. */
  readonly pids: readonly number[]
}

export const NO_WAITS: CommitWaits = { longestMs: 0, pids: [] }

/**
 * The question for them. A commit waits since it was asked for. A statement that commits by itself has worked before, for
 * as long as a statement may. Sessions of the role that asks show what they do, others may not.
 */
export const commitWaitsQuestion = (statementMs: number): string => `
  select pid, (1000 * extract(epoch from clock_timestamp() - state_change))::float8
    - case when query ilike 'commit%' then 0 else ${statementMs} end as "forMs"
  from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`

/** What was answered. */
export const commitWaitsOf = (
  rows: readonly { readonly pid: number; readonly forMs: number }[],
): CommitWaits => ({
  longestMs: Math.max(0, ...rows.map(({ forMs }) => forMs)),
  pids: rows.map(({ pid }) => pid),
})
