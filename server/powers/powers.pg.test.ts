import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, wireOf } from '#domain/endpoint.ts'
import { consoleEndpoints, customerEndpoints } from '#server/contract.ts'
import { APP_ROLE, type Database } from '#server/platform/db/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import {
  columns,
  isForbidden,
  isTelling,
  type Kind,
  ownersFunctions,
  removable,
  withoutToken,
  writtenBy,
} from './columns.ts'
import { fields, said, settings, storedSettings } from './fields.ts'

/** Nobody can set a price, an outcome or a result: no table, grant, call or setting is there for it. */

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const words = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(' ')
const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(database.db)).rows

interface ColumnRow {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Every column of every table; partitions are their table's. */
const allColumns = () =>
  rowsOf(sql<ColumnRow>`
    select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition and c.relname not like 'kysely%' and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`)

interface Grant {
  readonly role: string
  readonly table: string
  /** Null of a grant on the whole table. */
  readonly column: string | null
  readonly privilege: string
}

/** What every role but the owners may do with every table, its partitions and columns: `PUBLIC` by that name. */
const allGrants = () =>
  rowsOf(sql<Grant>`
    with granted as (
      select c.oid, null::text as "column", g.* from pg_class c, aclexplode(c.relacl) g
      union all
      select a.attrelid, a.attname::text, g.* from pg_attribute a, aclexplode(a.attacl) g where not a.attisdropped)
    select case g.grantee when 0 then 'PUBLIC' else g.grantee::regrole::text end as role, c.relname::text as "table",
      g."column", g.privilege_type as privilege
    from granted g join pg_class c on c.oid = g.oid
    where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner and c.relkind <> 'S'
    order by 2, 3, 4`)

/** Every enabled trigger of the tables. */
const allTriggers = () =>
  rowsOf(sql<{ table: string; name: string; definition: string }>`
    select c.relname::text as "table", t.tgname::text as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'O' and c.relnamespace = 'public'::regnamespace`)

const kindOf = (table: string, column: string): Kind | undefined =>
  (Object.entries(columns[table] ?? {}) as [Kind, string][]).find(([, names]) =>
    words(names).includes(column),
  )?.[0]
const classified = (...wanted: readonly Kind[]) =>
  Object.entries(columns).flatMap(([table, byKind]) =>
    wanted.flatMap((kind) => words(byKind[kind]).map((column) => ({ table, column }))),
  )
const named = ({ table, column }: { table: string; column: string }) => `${table}.${column}`
const isRemovable = ({ table }: { table: string }) => removable.includes(table)

describe('the tables', () => {
  test('have no column that is named as a power nobody has, and none undeclared that tells of a price or result', async () => {
    const found = await allColumns()
    expect(found.length).toBeGreaterThan(300)
    expect(found.filter(({ column }) => isForbidden(column)).map(named)).toEqual([])
    const tells = ({ column, type }: ColumnRow) =>
      isTelling(column) || /^(numeric|real|double|money)/.test(type)
    const undeclared = found.filter((one) => tells(one) && !kindOf(one.table, one.column))
    expect(undeclared.map(named)).toEqual([])
  })

  test('have every column that is declared, once', async () => {
    const found = new Set((await allColumns()).map(named))
    const declared = Object.entries(columns).flatMap(([table, byKind]) =>
      Object.values(byKind).flatMap((names) => words(names).map((column) => named({ table, column }))),
    )
    expect(declared.filter((one) => !found.has(one))).toEqual([])
    expect(new Set(declared).size).toBe(declared.length)
  })

  test('are written by one role beside the owner, which is no more than it was granted', async () => {
    expect([...new Set((await allGrants()).map(({ role }) => role))]).toEqual([APP_ROLE])
    expect(
      await rowsOf(sql`
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin,
          (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
          (select count(*)::int from pg_class where relowner = r.oid) as own
        from pg_roles r where rolname = ${APP_ROLE}`),
    ).toEqual([
      {
        ...{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
        ...{ rolreplication: false, rolcanlogin: false, memberships: 0, own: 0 },
      },
    ])
    // What is made later is granted to nobody by itself, and the application runs as this role.
    expect(await rowsOf(sql`select 1 from pg_default_acl`)).toEqual([])
    expect(await rowsOf(sql`select current_user::text as role`)).toEqual([{ role: APP_ROLE }])
  })

  test('may be changed in the columns that are declared to change, and in no other', async () => {
    const grants = await allGrants()
    const whole = grants.filter(({ privilege, column }) => privilege === 'UPDATE' && column === null)
    const all = await allColumns()
    const updated = [
      ...grants.flatMap(({ table, column, privilege }) =>
        privilege === 'UPDATE' && column !== null ? [{ table, column }] : [],
      ),
      ...all.filter(({ table }) => whole.some((grant) => grant.table === table)),
    ]
    const changes: readonly Kind[] = ['once', 'counted', 'own', 'terms', 'derived', 'other']
    const undeclared = updated.filter(({ table, column }) => !changes.includes(kindOf(table, column)!))
    expect(undeclared.map(named)).toEqual([])
    // What is added with its row is changed by nobody, and what decided something is removed by nobody.
    const isUpdated = new Set(updated.map(named))
    expect(
      classified('added', 'ledger')
        .map(named)
        .filter((one) => isUpdated.has(one)),
    ).toEqual([])
    expect([...new Set(whole.map(({ table }) => table))].sort()).toEqual([
      'contact_code',
      'outbox',
      'process_lease',
    ])
    const removed = grants.filter(({ privilege }) => ['DELETE', 'TRUNCATE'].includes(privilege))
    expect(removed.filter((grant) => !isRemovable(grant)).map(({ table }) => table)).toEqual([])
    expect(removed.filter(({ privilege }) => privilege === 'TRUNCATE')).toEqual([])
    expect(
      grants.filter(({ privilege }) => ['TRIGGER', 'REFERENCES', 'MAINTAIN'].includes(privilege)),
    ).toEqual([])
  })

  test('of the ledger are written by the owner’s functions, which are these', async () => {
    const ledger = new Set(classified('ledger').map(({ table }) => table))
    const grants = await allGrants()
    // By partitions too: whoever may write one writes its table.
    const ofLedger = grants.filter(({ table }) =>
      [...ledger].some((one) => table === one || table.startsWith(`${one}_2`)),
    )
    expect([...new Set(ofLedger.map(({ privilege }) => privilege))]).toEqual(['SELECT'])
    const functions = await rowsOf(sql<{ name: string; isOpen: boolean; hasPath: boolean }>`
      select proname::text as name, has_function_privilege('public', oid, 'execute') as "isOpen",
        coalesce(array_to_string(proconfig, ' '), '') like '%search_path=%' as "hasPath"
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`)
    expect(functions.map(({ name }) => name)).toEqual([...ownersFunctions])
    expect(functions.filter(({ isOpen, hasPath }) => isOpen || !hasPath)).toEqual([])
  })

  test('of engines and tape refuse what does not show the token of their writer', async () => {
    const triggers = await allTriggers()
    const grants = await allGrants()
    for (const [writer, tables] of Object.entries(writtenBy)) {
      for (const table of words(tables)) {
        const found = triggers.find((one) => one.table === table && one.name === 'written_under_token')
        expect({ table, definition: found?.definition }).toEqual({
          table,
          definition: expect.stringMatching(`EXECUTE FUNCTION written_under_token\\('${writer}'\\)`),
        })
        const events = /AFTER (.*?) ON/.exec(found!.definition)![1]!.split(' OR ')
        const may = new Set(
          grants.flatMap((grant) =>
            grant.table === table && grant.privilege !== 'SELECT' ? [grant.privilege] : [],
          ),
        )
        expect({ table, events: events.sort() }).toEqual({ table, events: [...may].sort() })
      }
    }
    const declared = new Set(Object.values(writtenBy).flatMap(words))
    const open = classified('once', 'counted').filter(
      ({ table }) => !declared.has(table) && !withoutToken.includes(table),
    )
    expect(open.map(named)).toEqual([])
  })

  test('T80: write once what decided something', async () => {
    const triggers = await allTriggers()
    for (const { table, column } of classified('once')) {
      const guards = triggers.filter((one) => one.table === table && one.name.endsWith('_once'))
      // The whole name: a guard of `fee_bps` is none of `fee`.
      const names = new RegExp(`new\\.${column}\\b`)
      const isGuarded = guards.some(({ definition }) => names.test(definition))
      expect({ column: named({ table, column }), isGuarded }).toEqual({
        column: named({ table, column }),
        isGuarded: true,
      })
    }
  })
})

describe('the calls', () => {
  const all = [...customerEndpoints, ...consoleEndpoints]
  /** The names that a call understands: ours, and the wire's. */
  const namesOf = ({ input, wire }: Endpoint) =>
    Object.keys(input.shape).map((ours) => {
      const { name, also = [] } = wireOf(wire, ours)
      return { ours, names: [ours, name, ...also] }
    })

  test('are about no power that nobody has', () => {
    const powers = all.flatMap((call) =>
      [{ names: call.path.split('/') }, ...namesOf(call)].flatMap(({ names }) =>
        names.filter((name) => isForbidden(name)).map((name) => `${call.path}: ${name}`),
      ),
    )
    expect(powers).toEqual([])
  })

  test('T24: take no undeclared field that is named as a price, a result or a payment', () => {
    const undeclared = all
      .filter(({ method }) => method !== 'GET')
      .flatMap((call) => {
        const declared = [...said, ...Object.values(fields[call.path] ?? {}).flatMap(words)]
        return namesOf(call)
          .filter(({ ours, names }) => names.some((name) => isTelling(name)) && !declared.includes(ours))
          .map(({ ours }) => `${call.path}: ${ours}`)
      })
    expect(undeclared).toEqual([])
  })

  test('take every field that is declared', () => {
    const taken = new Map(
      all.filter(({ method }) => method !== 'GET').map((call) => [call.path, namesOf(call)]),
    )
    expect(said.filter((field) => ![...taken.values()].flat().some(({ ours }) => ours === field))).toEqual([])
    const missing = Object.entries(fields).flatMap(([path, byKind]) =>
      Object.values(byKind)
        .flatMap(words)
        .filter((field) => !taken.get(path)?.some(({ ours }) => ours === field))
        .map((field) => `${path}: ${field}`),
    )
    expect(missing).toEqual([])
  })

  test('of operators propose terms, for another to approve, and take nothing a customer orders with', () => {
    const ofOperators = new Set(consoleEndpoints.map(({ path }) => path))
    for (const [path, byKind] of Object.entries(fields)) {
      const isOperators = ofOperators.has(path)
      const own = [...words(byKind.own), ...words(byKind.seen)]
      const proposed = [...words(byKind.proposed), ...words(byKind.evidence)]
      expect({ path, mixed: isOperators ? own : proposed }).toEqual({ path, mixed: [] })
      if (proposed.length === 0) continue
      const call = consoleEndpoints.find((one) => one.path === path)!
      // What such a call answers is the proposal, or has it: `proposalRoute` makes it.
      const answers = Object.keys((call.output as unknown as { shape: object }).shape)
      const isProposal = ['maker', 'checker', 'status'].every((field) => answers.includes(field))
      expect({ path, isProposed: isProposal || answers.includes('proposal') }).toEqual({
        path,
        isProposed: true,
      })
    }
  })
})

describe('the settings', () => {
  test('are these, and none of them is a price or a result', () => {
    // Those whose names are put together too: what is asked of an environment that has none.
    const asked = new Set<string>()
    readSettings(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))
    const server = join(import.meta.dirname, '..')
    const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
      // What starts other programs, for tests or for a look, hands them its PATH.
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(testing|patroni)/.test(file),
    )
    expect(sources.length).toBeGreaterThan(300)
    for (const file of sources)
      for (const [, name] of readFileSync(join(server, file), 'utf8').matchAll(/\benv\.([A-Z_]{3,})\b/g))
        asked.add(name!)
    expect([...asked].sort()).toEqual([...settings].sort())
    expect([...settings, ...storedSettings].filter((name) => isTelling(name) || isForbidden(name))).toEqual(
      [],
    )
    expect(Object.keys(readSettings({})).filter((name) => isTelling(name) || isForbidden(name))).toEqual([])
  })
})
