import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import * as migrations from '#server/platform/db/migrations/all.ts'
import { openOwner } from '#server/testing/snapshot.ts'

/** What was credited, watched and left behind before payments were told apart by output is so afterwards. */

const [TX, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)]

let owner: Awaited<ReturnType<typeof openOwner>>['owner']
beforeAll(async () => {
  owner = (await openOwner()).owner
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: owner, provider }).migrateTo('45-liabilities')
  if (error) throw error
  await sql`
    insert into chain_key (chain, key_id, next_index)
    values ('Bitcoin', 'aaaaaaaa', 1), ('Litecoin', 'bbbbbbbb', 2), ('Ethereum', 'cccccccc', 1)`.execute(
    owner,
  )
  await sql`
    insert into customer_address (customer_id, chain, key_id, index, address, created_at)
    values (10001, 'Bitcoin', 'aaaaaaaa', 0, 'bc1qown', now()), (10001, 'Litecoin', 'bbbbbbbb', 0, 'tltc1qown', now()),
      (10002, 'Litecoin', 'bbbbbbbb', 1, 'rltc1qown', now()), (10001, 'Ethereum', 'cccccccc', 0, '0xown', now())`.execute(
    owner,
  )
  await sql`
    insert into chain_deposit (id, chain, txid, output_index, customer_id, currency, network, address, on_chain, amount,
      confirmations_needed, status, height, seen_at, decided_at)
    values (1, 'Ethereum', ${TX}, 0, 10001, 'ETH', 'Ethereum', '0xown', 700, 7, 5, 'credited', 9, now(), now()),
      (2, 'Bitcoin', ${OTHER}, 1, 10001, 'BTC', 'Bitcoin', 'bc1qown', 9, 9, 5, 'confirming', null, now(), null)`.execute(
    owner,
  )
  await sql`
    insert into incoming_payment (tx_reference, chain, output_index, credited_as)
    values (${TX}, 'Ethereum', 0, 'chain:1'), ('AA', 'Litecoin', 3, 'treasury:5'), ('BB', 'Bank', 0, 'treasury:6'),
      ('CC', '', 0, 'deposit:7')`.execute(owner)
  await migrate(owner)
})
afterAll(() => owner?.destroy())

test('payments have their numbering, and what is known of where and how much', async () => {
  const { rows } = await sql`
    select chain, numbered_by, address, amount::int as amount from incoming_payment order by chain`.execute(
    owner,
  )
  expect(rows).toEqual([
    { chain: '', numbered_by: 'person', address: null, amount: null },
    { chain: 'Bank', numbered_by: 'person', address: null, amount: null },
    { chain: 'Ethereum', numbered_by: 'watcher', address: '0xown', amount: 7 },
    { chain: 'Litecoin', numbered_by: 'chain', address: null, amount: null },
  ])
})

test('keys of addresses that name a test network are of that network, and every address keeps its index', async () => {
  const { rows } = await sql`
    select a.address, a.index, k.key_id, k.next_index from customer_address a
    join chain_key k using (chain, key_id) order by address`.execute(owner)
  expect(rows).toEqual([
    { address: '0xown', index: 0, key_id: 'cccccccc', next_index: 1 },
    { address: 'bc1qown', index: 0, key_id: 'aaaaaaaa', next_index: 1 },
    { address: 'rltc1qown', index: 1, key_id: 'bbbbbbbb-regtest', next_index: 2 },
    { address: 'tltc1qown', index: 0, key_id: 'bbbbbbbb-test', next_index: 2 },
  ])
  const { rows: keys } = await sql`select from chain_key`.execute(owner)
  expect(keys).toHaveLength(4)
})

test('what was in no block begins to wait', async () => {
  const { rows } =
    await sql`select id::int as id, left_at is not null as left from chain_deposit order by id`.execute(owner)
  expect(rows).toEqual([
    { id: 1, left: false },
    { id: 2, left: true },
  ])
})
