import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import * as migrations from '#server/platform/db/migrations/all.ts'
import { openOwner } from '#server/testing/snapshot.ts'

/** What two operators opened and one closed before keeps its rows, and what waits for a checker can still be approved. */

let owner: Awaited<ReturnType<typeof openOwner>>['owner']
beforeAll(async () => {
  owner = (await openOwner()).owner
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: owner, provider }).migrateTo('9985-history')
  if (error) throw error
  await sql`
    insert into operator (id, email, name, password_hash, totp_sealed, roles, created_at)
    select n, n || '@example.com', 'Operator', '-', '-', '{finance}', now() from generate_series(1, 2) n`.execute(
    owner,
  )
  await sql`
    insert into proposal (kind, subject, params, maker, reason, made_at, status, checker, decision, decided_at)
    select 'option-country', 'option-country:' || country, jsonb_build_object('country', country), 1, '-', now(),
      status, checker, decision, decided_at
    from (values ('DE', 'approved', 2, '-', now()), ('FR', 'approved', 2, '-', now()), ('ES', 'pending', null, null, null))
      as made (country, status, checker, decision, decided_at)`.execute(owner)
  await sql`
    insert into option_country (id, country, is_offered, proposal, created_at)
    select 1, 'DE', true, id, now() from proposal where params ->> 'country' = 'DE'
    union all select 2, 'FR', true, id, now() from proposal where params ->> 'country' = 'FR'
    union all select 3, 'FR', false, null, now()`.execute(owner)
  await migrate(owner)
})
afterAll(() => owner?.destroy())

test('what was open is open and what was closed is closed, by the same proposals', async () => {
  const { rows } = await sql`
    select s.country, s.is_open as "isOpen", p.params ->> 'country' as agreed
    from country_switch s left join proposal p on p.id = s.proposal order by s.id`.execute(owner)
  expect(rows).toEqual([
    { country: 'DE', isOpen: true, agreed: 'DE' },
    { country: 'FR', isOpen: true, agreed: 'FR' },
    { country: 'FR', isOpen: false, agreed: null },
  ])
})

test('what waited opens its country once it is approved, and nothing else', async () => {
  const open = (country: string) =>
    sql`insert into country_switch (country, product, is_open, proposal, created_at)
      select ${country}, 'option', true, id, now() from proposal where params ->> 'country' = 'ES'`.execute(
      owner,
    )
  await expect(open('ES')).rejects.toThrow('country_switch_agreed')
  await sql`
    update proposal set status = 'approved', checker = 2, decision = '-', decided_at = now()
    where params ->> 'country' = 'ES'`.execute(owner)
  await expect(open('FR')).rejects.toThrow('country_switch_agreed')
  await open('ES')
})
