import { isDeepStrictEqual } from 'node:util'
import type { ListEndpoint } from '#domain/list.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { auditProducts } from '#server/audit-products.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from '#server/core/ledger/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { allOf, type Listed } from '#server/testing/all-of.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import { showValue } from '#server/testing/show-value.ts'
import { askerAt, sendUntilAnswered } from './client.ts'
import { FUNDS } from './traders.ts'
import { crashCalls, crashLists, done, type Trader } from './traffic.ts'

/**
 * What differs between what traders were told and what the server now says. Empty when consistent:
 * everything acknowledged is there, nothing is there twice, nothing is there that nobody asked for.
 *
 * Every attempt must have been answered (`settle`).
 */
export async function differences(url: string, traders: readonly Trader[]): Promise<string[]> {
  const found: string[] = []
  const calls = await crashCalls()
  const unasked = (await loadTesting()).flatMap(({ testing }) => testing.crash?.unasked ?? [])
  for (const [n, trader] of traders.entries()) {
    const report = (line: string) => found.push(`trader ${n}: ${line}`)
    const lists = await listsOf(url, trader)
    for (const list of new Set(calls.flatMap(({ listedIn }) => listedIn ?? []))) {
      const makers = new Set(calls.filter(({ listedIn }) => listedIn === list).map(({ call }) => call))
      const told = [...makers].flatMap((call) => {
        const { makes = ownId } = calls.find((one) => one.call === call)!
        return done(trader, call).flatMap((data) => makes(data))
      })
      const listed = lists.get(list)!
      const others = await Promise.all(
        unasked
          .filter((each) => each.list === list)
          .map((each) =>
            'shownIn' in each
              ? allOf(askerAt({ url, token: trader.token }), each.shownIn)
              : listed.filter((item) => told.includes(each.madeBy(item) ?? '')),
          ),
      )
      const theirs = new Set(others.flatMap(idsOf))
      const own = idsOf(listed).filter((id) => !theirs.has(id))
      compareIds(report, list.path, told, own)
    }
    for (const { call, endsIn } of calls) {
      if (!endsIn) continue
      const told = done(trader, call).flatMap(ownId)
      const statuses = new Map(lists.get(endsIn.list)!.map(({ id, status }) => [id, status]))
      for (const id of told) {
        const status = statuses.get(id)
        if (status !== endsIn.status) report(`${call.path} made ${id} ${endsIn.status}, and it is ${status}`)
      }
    }
    const [expected, actual] = [await expectedFunding(trader), await funding(url, trader)]
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
      const [was, is] = [answer, again].map((one) => (one?.ok ? (one.data as Listed).id : one?.error))
      if (was !== is) found.push(`${call.path} ${key}: ${was}, then ${is}`)
    }
  }
  return found
}

/** Returns the inconsistencies of the ledger itself, and of the products with it. Empty when consistent. */
export async function ledgerErrors(db: Db): Promise<string[]> {
  const problems: string[] = []
  const audit = await auditLedger(db)
  if (!isConsistent(audit)) problems.push(`the ledger: ${showValue(audit)}`)
  const history = await auditHistory(db)
  if (!isUnbroken(history)) problems.push(`its history: ${showValue(history)}`)
  return [...problems, ...(await auditProducts(db))]
}

/** Everything a restart must not change, as customers see it; at midnight interest changes some of it. */
export async function snapshot(url: string, traders: readonly Trader[]): Promise<unknown> {
  const tested = await loadTesting()
  return Promise.all(
    traders.map(async (trader) => ({
      lists: [...(await listsOf(url, trader)).values()],
      states: await Promise.all(
        tested.map(({ testing }) => testing.crash?.state?.(askerAt({ url, token: trader.token }))),
      ),
    })),
  )
}

export const isSame = isDeepStrictEqual

const ownId = (data: unknown): readonly string[] => [(data as Listed).id]

/** Every list that the traders' calls change, whole. */
async function listsOf(url: string, { token }: Trader): Promise<Map<ListEndpoint, readonly Listed[]>> {
  const lists = new Map<ListEndpoint, readonly Listed[]>()
  for (const list of await crashLists()) lists.set(list, await allOf(askerAt({ url, token }), list))
  return lists
}

async function funding(url: string, { token }: Trader): Promise<string> {
  const of = { currency: 'USDT', walletType: 'funding' }
  return (await askerAt({ url, token }).ask(walletDetail, of)).available
}

/** What funding must hold by what the trader was told: nothing but these calls moves it. */
async function expectedFunding(trader: Trader): Promise<string> {
  const start = FUNDS.find(([walletType, currency]) => walletType === 'funding' && currency === 'USDT')![2]
  let sum: bigint = readAmount(start, 'USDT')
  const adds = new Map((await crashCalls()).map(({ call, addsToFunding }) => [call, addsToFunding]))
  for (const { call, input, answer } of trader.attempts)
    if (answer?.ok) sum += adds.get(call)?.(input, answer.data) ?? 0n
  return formatAmount(sum, 'USDT')
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
