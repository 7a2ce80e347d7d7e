import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { BusHost } from '#server/platform/bus/host.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addCellCustomer, fund, openCell, sendsOver, type TestCell } from '#server/testing/cells.ts'
import { freePort } from '#server/testing/cluster.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { auditCells } from './audit.ts'
import { type CellLink, cellKey, connectCell, openCellHost } from './bus.ts'
import { sendDue, sendToCell } from './send.ts'

/** Two cells over the bus, as two installations would be. */

const NOW_MS = Date.UTC(2026, 5, 1)
const amount = readAmount('1', 'USDT')
let databases: Database[]
let a: TestCell
let b: TestCell
let from: CustomerId
let to: CustomerId
let host: BusHost
let link: CellLink
let port: number
const key = cellKey(randomBytes(32))
const errors: unknown[] = []

const listen = (cell = 1) =>
  openCellHost({
    ...{ host: '127.0.0.1', port, key, cell, receives: b.receives },
    clock: { nowMs: () => NOW_MS },
    onError: (error) => void errors.push(error),
  })
const find = async () => ({ host: '127.0.0.1', port })

const until = (look: () => boolean) =>
  waitUntil(look, { withinMs: TIMEOUT.timeout, everyMs: 10, otherwise: () => 'the line does not change' })

beforeAll(async () => {
  databases = [await openTestDatabase(), await openTestDatabase()]
  a = openCell(1, databases[0]!.db)
  b = openCell(2, databases[1]!.db)
  await fund(b, 1, 'USDT', '1000', NOW_MS)
  from = await addCellCustomer(a, { USDT: '1000' }, NOW_MS)
  to = await addCellCustomer(b, {}, NOW_MS)
  port = await freePort()
  host = await listen()
  link = connectCell({ find, key })
  await until(() => link.isUp())
})
afterAll(async () => {
  await link?.close()
  await host?.close()
  await Promise.all((databases ?? []).map((database) => database.close()))
})

const send = () =>
  a.real
    .transaction()
    .execute((tx) =>
      sendToCell(tx, { to: 2, customer: from, toCustomer: to, currency: 'USDT', amount }, NOW_MS),
    )
const received = () => balanceOf(b.real, accountId(to, wallets.funding, 'available', 'USDT'))
const expectQuiet = async () => {
  const { findings, balances } = await auditCells({ db: a.real, cell: 1 }, { db: b.real, cell: 2 })
  expect({ findings, inTransit: balances.map(({ inTransit }) => inTransit) }).toEqual({
    findings: [],
    inTransit: [0n],
  })
}

test('transfers arrive and are answered over a connection that both ends prove a key on', async () => {
  for (let n = 0; n < 5; n++) await send()
  expect(await sendDue(sendsOver(a, link.deliver), 2, NOW_MS)).toBe(5)
  expect(await received()).toBe(5n * amount)
  await expectQuiet()
})

test('what is sent while the other cell is away is sent again when it is back, and paid once', async () => {
  const before = await received()
  await send()
  await host.close()
  await until(() => !link.isUp())
  await expect(sendDue(sendsOver(a, link.deliver), 2, NOW_MS)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  host = await listen()
  await until(() => link.isUp())
  expect(await sendDue(sendsOver(a, link.deliver), 2, NOW_MS + 60_000)).toBe(1)
  expect(await received()).toBe(before + amount)
  await expectQuiet()
})

test('what the other cell commits and cannot say is answered when it comes again', async () => {
  const before = await received()
  await send()
  b.faulty.failOnce(1, { moment: 'answer', code: '08006' })
  await sendDue(sendsOver(a, link.deliver), 2, NOW_MS)
  expect(errors.splice(0)).toHaveLength(1)
  expect(await received()).toBe(before + amount)
  await sendDue(sendsOver(a, link.deliver), 2, NOW_MS + 60_000)
  expect(await received()).toBe(before + amount)
  await expectQuiet()
})

test('a cell speaks for itself alone, and who has another key is not heard', async () => {
  const transfer = { to: 2, number: 1_000n, customer: BigInt(to), currency: 'USDT', decimals: 7, amount }
  const before = await received()
  expect(await link.deliver([{ ...transfer, from: 3 }, null as never])).toEqual([])
  expect(b.contradictions.splice(0)).toHaveLength(2)
  const stranger = connectCell({ find, key: cellKey(randomBytes(32)) })
  await expect(stranger.deliver([{ ...transfer, from: 1 }])).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  await until(() => errors.length > 0)
  expect(stranger.isUp()).toBe(false)
  await stranger.close()
  errors.splice(0)
  expect(await received()).toBe(before)
  await expectQuiet()
})
