import { isDeepStrictEqual } from 'node:util'
import * as earn from '#domain/earn/contract.ts'
import type { ListEndpoint } from '#domain/list.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import * as spot from '#domain/spot/contract.ts'
import * as wallet from '#domain/wallet/contract.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from '#server/core/ledger/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { coverage } from '#server/products/earn/products.ts'
import { auditHolds } from '#server/products/spot/audit.ts'
import { ask, sendUntilAnswered } from './client.ts'
import { FUNDS } from './traders.ts'
import { done, type Trader } from './traffic.ts'

const USDT_DECIMALS = 7
const PAGE = 100

/**
 * What differs between what traders were told and what the server now says. Empty when consistent:
 * everything acknowledged is there, nothing is there twice, nothing is there that nobody asked for.
 *
 * Every attempt must have been answered (`settle`).
 */
export async function differences(url: string, traders: readonly Trader[]): Promise<string[]> {
  const found: string[] = []
  for (const [n, trader] of traders.entries()) {
    const report = (line: string) => found.push(`trader ${n}: ${line}`)
    const orders = await allOrders(url, trader)
    compareIds(report, 'orders', idsOf(done<{ id: string }>(trader, spot.spotTrade)), [...orders.keys()])
    for (const { id } of done<{ id: string }>(trader, spot.spotCancel)) {
      if (orders.get(id)?.status !== 'cancelled')
        report(`order ${id} was cancelled, and is ${orders.get(id)?.status}`)
    }
    const locked = await allLocked(url, trader)
    compareIds(report, 'locked deposits', idsOf(done<{ id: string }>(trader, earn.subscribe)), [
      ...locked.keys(),
    ])
    for (const { id } of done<{ id: string }>(trader, earn.redeem)) {
      if (locked.get(id) !== 'redeemed') report(`deposit ${id} was redeemed, and is ${locked.get(id)}`)
    }
    const transfers = await allTransfers(url, trader)
    compareIds(report, 'transfers', idsOf(done<{ id: string }>(trader, wallet.walletTransfer)), transfers)
    const [expected, actual] = [expectedFunding(trader), await funding(url, trader)]
    if (expected !== actual) report(`has ${actual} USDT in funding, and should have ${expected}`)
  }
  return found
}

/** Sends some of what was answered again, under its key: the ids of calls that are answered otherwise now. */
export async function otherAnswers(url: string, traders: readonly Trader[], each: number): Promise<string[]> {
  const found: string[] = []
  for (const { token, attempts } of traders) {
    for (const { call, input, key, answer } of attempts.filter((a) => a.answer?.ok).slice(-each)) {
      const again = await sendUntilAnswered({ url, token }, call, input, key)
      const [was, is] = [answer, again].map((one) => (one?.ok ? (one.data as { id: string }).id : one?.error))
      if (was !== is) found.push(`${call.path} ${key}: ${was}, then ${is}`)
    }
  }
  return found
}

/** Returns the inconsistencies of the ledger itself. Empty when consistent. */
export async function ledgerErrors(db: Db): Promise<string[]> {
  const problems: string[] = []
  const audit = await auditLedger(db)
  if (!isConsistent(audit)) problems.push(`the ledger: ${show(audit)}`)
  const history = await auditHistory(db)
  if (!isUnbroken(history)) problems.push(`its history: ${show(history)}`)
  const holds = await auditHolds(db)
  if (holds.length > 0) problems.push(`holds: ${show(holds)}`)
  for (const line of await coverage(db)) {
    if (line.balance !== line.owed || line.reserved !== line.unearned) problems.push(`earn: ${show(line)}`)
  }
  return problems
}

/** Everything a restart must not change, as customers see it. */
export async function snapshot(url: string, traders: readonly Trader[]): Promise<unknown> {
  return Promise.all(
    traders.map(async (trader) => {
      const { holdings } = await ask<{ holdings: { currency: string; available: string; held: string }[] }>(
        { url, token: trader.token },
        wallet.walletList,
      )
      const money = holdings.map(({ currency, available, held }) => [currency, available, held])
      return {
        money,
        orders: [...(await allOrders(url, trader)).values()],
        locked: [...(await allLocked(url, trader))],
      }
    }),
  )
}

export const isSame = isDeepStrictEqual

interface ListedOrder {
  readonly id: string
  readonly status: string
  readonly filled: string
}

async function allOrders(url: string, { token }: Trader): Promise<Map<string, ListedOrder>> {
  const orders = new Map<string, ListedOrder>()
  for (const { id, status, filled } of await allOf<ListedOrder>(url, token, spot.spotList))
    orders.set(id, { id, status, filled })
  return orders
}

async function allLocked(url: string, { token }: Trader): Promise<Map<string, string>> {
  const orders = await allOf<{ id: string; status: string }>(url, token, earn.earnSubscriptions)
  return new Map(orders.map(({ id, status }) => [id, status]))
}

async function allTransfers(url: string, { token }: Trader): Promise<string[]> {
  return idsOf(await allOf<{ id: string }>(url, token, wallet.walletTransfers))
}

/** A whole list, page after page. */
async function allOf<Item>(url: string, token: string, endpoint: ListEndpoint): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page: { items: Item[]; next: string | null } = await ask({ url, token }, endpoint, {
      cursor,
      limit: PAGE,
    })
    items.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return items
}

async function funding(url: string, { token }: Trader): Promise<string> {
  const view = await ask<{ available: string }>({ url, token }, wallet.walletDetail, {
    currency: 'USDT',
    walletType: 'funding',
  })
  return view.available
}

/** What funding must hold by what the trader was told: nothing but these calls moves it. */
function expectedFunding(trader: Trader): string {
  const usdt = (text: string) => parseDecimal(text, USDT_DECIMALS)!
  const start = FUNDS.find(([walletType, currency]) => walletType === 'funding' && currency === 'USDT')![2]
  let sum = usdt(start)
  for (const { call, input, answer } of trader.attempts) {
    if (!answer?.ok) continue
    if (call === wallet.walletTransfer) {
      sum += (input.to === 'funding' ? 1n : -1n) * usdt(String(input.amount))
    } else if (call === earn.subscribe) sum -= usdt(String(input.amount))
    else if (call === earn.redeem) {
      sum += usdt((answer.data as earn.SubscriptionView).result!.refund)
    }
  }
  return formatDecimal(sum, USDT_DECIMALS)
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

function compareIds(
  report: (line: string) => void,
  what: string,
  acknowledged: readonly string[],
  present: readonly string[],
): void {
  const [told, there] = [new Set(acknowledged), new Set(present)]
  if (told.size !== acknowledged.length) report(`${what}: two keys were answered with the same one`)
  if (there.size !== present.length) report(`${what}: listed twice`)
  const lost = [...told].filter((id) => !there.has(id))
  const unasked = [...there].filter((id) => !told.has(id))
  if (lost.length > 0) report(`${what}: ${lost.length} acknowledged and lost: ${lost.slice(0, 3)}`)
  if (unasked.length > 0) report(`${what}: ${unasked.length} that nobody was told of: ${unasked.slice(0, 3)}`)
}

const show = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)).slice(0, 600)
