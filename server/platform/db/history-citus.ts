/** What a history's database says of Citus, by which a table can be on several machines. */
export interface CitusState {
  /** Whether the database has the extension, and whether its server has loaded the library. */
  readonly has_extension: boolean
  readonly is_loaded: boolean
  readonly has_history: boolean
  /** Whether the server is a worker: it has a part of the rows, and does not know how far months were copied. */
  readonly is_worker: boolean
}

/** Runs a statement and returns its rows. */
type Query = (statement: string) => Promise<readonly object[]>

/** Looks at the database that a connection is to. A setting of a library that is not loaded can be set, and is not listed. */
export async function citusState(query: Query): Promise<CitusState> {
  const [found] = await query(`
    select exists (select from pg_extension where extname = 'citus') as has_extension,
      exists (select from pg_settings where name = 'citus.shard_count') as is_loaded,
      to_regclass('public.history_entry') is not null as has_history`)
  const state = { ...(found as CitusState), is_worker: false }
  if (!state.has_extension || !state.is_loaded) return state
  const [local] = await query('select groupid <> 0 as is_worker from pg_dist_local_group')
  return { ...state, ...local }
}

/**
 * Why a database cannot be the history's, in words: it has half of what Citus needs. Undefined where it has all of it, and
 * where it has nothing. A history that was there before Citus goes on without it.
 */
export function citusError({
  has_extension,
  is_loaded,
  has_history,
  is_worker,
}: CitusState): string | undefined {
  // Rows that are on other machines would be read as none at all.
  if (has_extension && !is_loaded)
    return 'it has the extension citus, which its server has not loaded: name it in shared_preload_libraries'
  if (is_worker) return 'it is a worker of Citus: name the coordinator'
  if (is_loaded && !has_extension && !has_history)
    return 'its server has loaded Citus and it has no extension citus: create the extension on every node first, or name a server without it'
  return undefined
}
