import { sql } from 'kysely'
import { contractAcceptRisk, contractCloseAll, contractProof } from '#domain/contract/contract.ts'
import { copyAcceptAgreement, copyCancel, copyFollow, copyLeads, copyMine } from '#domain/copy/contract.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { optionProof } from '#domain/option/contract.ts'
import type { ContractProofFile, OptionProofFile } from '#domain/proof/contract.ts'
import { spotProof } from '#domain/spot/contract.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { type Input, loadTesting, type RandomAction } from '#server/testing/product-testing.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { anybody, assertExpected, type KeyedAnswer, type Player, perform } from './player.ts'
import { chooseByWeight, createRandom } from './random.ts'

/** A week of customers who trade all that has proofs, and the proof of every order that is settled by its end. */

export type SpotProofFile = OutputOf<typeof spotProof>
export type AnyProofFile = SpotProofFile | ContractProofFile | OptionProofFile

/** A proof as a customer saves it, and what it is of. */
export interface SettledProof {
  readonly id: string
  /** @example 'spot stop-limit', 'contract liquidation', 'copy lead', 'option won' */
  readonly kind: string
  readonly file: AnyProofFile
}

export interface WeekOptions {
  readonly seed: number
  readonly customers: number
  /** How many things are done in each hour. */
  readonly hourly: number
  /** In one of how many hours every price is written until all seconds options are over; else the hour is skipped. */
  readonly calmOneIn?: number
  readonly onProgress?: (day: number) => void
}

export interface Week {
  readonly proofs: readonly SettledProof[]
  /** Settled orders that have no proof. */
  readonly without: readonly string[]
  /** How many positions were closed by a batch close, and how many midnights were charged. */
  readonly batchClosed: number
  readonly financed: number
  readonly ticks: number
}

const WEEK_HOURS = 7 * 24
/** The products whose random customers trade here; the others have nothing that a price decides. */
const TRADED = ['spot', 'contract', 'option']
/** Customers who exclude themselves for days would leave a week without seconds options. */
const LEFT_OUT = ['option-limits']
/** Closed so soon, nothing would be left for prices to end. */
const SELDOM: Readonly<Record<string, number>> = { 'contract-close': 3 }
const CLOSE_ALL_ONE_IN = 80
/** So long the feed writes every price of it, in one segment. */
const CALM_MS = 20 * SECOND_MS
/** What is left of an hour when its orders are placed: longer than any seconds option. */
const CALM_STEPS = 17

/** Lets a week pass, and proves what became of it. */
export async function simulateWeek(db: Db, options: WeekOptions): Promise<Week> {
  const { seed, hourly, calmOneIn = 1, onProgress = () => {} } = options
  const tested = await loadTesting()
  const exchange = await openExchange(db, options.customers, tested)
  let keys = 0
  const player: Player = {
    ...{ exchange, random: createRandom(seed), answered: [] as KeyedAnswer[] },
    nextKey: () => `week-${seed}-${++keys}`,
    transfers: async () => 0n,
  }
  try {
    await exchange.advance(5 * SECOND_MS, true)
    const lead = await preparedLead(exchange)
    for (const customer of exchange.customers) await follow(player, customer)
    const actions = actionsOf(
      tested.flatMap(({ product, testing }) => (TRADED.includes(product.name) ? [testing.simulation] : [])),
      lead,
    )
    let batchClosed = 0
    for (let hour = 0; hour < WEEK_HOURS; hour++) {
      const hourEndsMs = exchange.clock.nowMs() + HOUR_MS
      for (let n = 0; n < hourly; n++) {
        await chooseByWeight(player.random, actions).act(player)
        if (player.random.chance(CLOSE_ALL_ONE_IN)) batchClosed += await closeAll(exchange, anybody(player))
        await exchange.advance(400 + player.random.below(4 * SECOND_MS), false)
      }
      for (let n = 0; n < CALM_STEPS && hour % calmOneIn === 0; n++) await exchange.advance(CALM_MS, false)
      await exchange.advance(hourEndsMs - exchange.clock.nowMs(), true)
      if (hour % 24 === 23) onProgress((hour + 1) / 24)
    }
    for (const customer of [lead, ...exchange.customers]) batchClosed += await closeAll(exchange, customer)
    await exchange.advance(CALM_MS, true)
    const ticks = exchange.services.markets.tape?.newest()?.sequence ?? 0
    return { ...(await provenOf(exchange)), batchClosed, ticks }
  } finally {
    await exchange.close()
  }
}

/** The one who leads in every simulation, with money to trade with. */
async function preparedLead(exchange: Exchange): Promise<CustomerId> {
  const { customer_id: lead } = await exchange.real
    .selectFrom('copy_lead')
    .select('customer_id')
    .executeTakeFirstOrThrow()
  await giveFunds(exchange.real, lead, [['contract', 'USDT', '20000']], exchange.clock.nowMs())
  await exchange.call(lead, contractAcceptRisk, acceptedRisk)
  return lead
}

/** Half of the customers copy the lead, some with a stop-loss. */
async function follow({ exchange, random }: Player, customer: CustomerId): Promise<void> {
  if (random.chance(2)) return
  await exchange.call(customer, contractAcceptRisk, acceptedRisk)
  await exchange.call(customer, copyAcceptAgreement, { version: String(COPY_AGREEMENT_VERSION) })
  const leads = await asked(exchange, customer, copyLeads, {})
  const draft = { leadId: leads.items[0]!.id, mode: 'amount', number: String(20 + random.below(60)) }
  const stop = random.chance(3) ? { stopLoss: String(10 + random.below(20)) } : {}
  await asked(exchange, customer, copyFollow, { ...draft, ...stop })
}

/** What the products' customers do at random, and what the lead and the followers do. */
function actionsOf(
  simulations: readonly Awaited<ReturnType<typeof loadTesting>>[number]['testing']['simulation'][],
  lead: CustomerId,
): RandomAction[] {
  const calls = simulations.flatMap((simulation) => simulation?.calls ?? [])
  const own = simulations.flatMap((simulation) => simulation?.actions ?? [])
  const contract = calls.find(({ name }) => name === 'contract')
  assert(contract, 'contracts are simulated')
  return [
    ...calls.map(({ name, weight, call, input }) => ({
      ...{ name, weight },
      act: async (player: Player) => {
        const customer = anybody(player)
        const filled = await input(player, customer)
        return filled ? perform(player, customer, call, filled) : 'nothing'
      },
    })),
    ...own
      .filter(({ name }) => !LEFT_OUT.includes(name))
      .map((action) => ({ ...action, weight: SELDOM[action.name] ?? action.weight })),
    {
      ...{ name: 'guarded', weight: 20 },
      act: async (player) => {
        const customer = anybody(player)
        const filled = await contract.input(player, customer)
        return filled ? perform(player, customer, contract.call, guarded(player, filled)) : 'nothing'
      },
    },
    {
      ...{ name: 'lead', weight: 8 },
      act: async (player) => {
        const filled = await contract.input(player, lead)
        return filled ? perform(player, lead, contract.call, filled) : 'nothing'
      },
    },
    {
      ...{ name: 'lead-close', weight: 2 },
      act: async ({ exchange }) => String(await closeAll(exchange, lead)),
    },
    {
      ...{ name: 'copy-cancel', weight: 1 },
      act: async (player) => {
        const customer = anybody(player)
        const { items } = await asked(player.exchange, customer, copyMine, {})
        const relation = items.find(({ status }) => status !== 'ended')
        if (!relation) return 'nothing'
        await perform(player, customer, copyCancel, { relationId: relation.id, stopMode: 'close' })
        await follow(player, customer)
        return 'again'
      },
    },
  ]
}

/** The same order with a take profit and a stop-loss that a day's prices may reach; some wait for their price. */
function guarded({ exchange, random }: Player, order: Input): Input {
  const last = exchange.services.markets.lastPrice(String(order.symbol))?.price ?? 1
  const up = order.direction === 'long' ? 1 : -1
  const near = (bps: number) => (Math.round(last * (1 + bps / 10_000)) / 100).toFixed(2)
  return {
    ...order,
    limitPrice: random.chance(3) ? near(-up * (5 + random.below(40))) : undefined,
    takeProfit: random.chance(2) ? near(up * (40 + random.below(120))) : undefined,
    stopLoss: random.chance(3) ? undefined : near(-up * (60 + random.below(150))),
  }
}

/** Closes all of somebody's positions at once; returns how many. */
async function closeAll(exchange: Exchange, customer: CustomerId): Promise<number> {
  const answer = await exchange.call(customer, contractCloseAll, {})
  assertExpected(contractCloseAll, answer)
  if (!answer.ok) return 0
  const { outcomes } = answer.data as OutputOf<typeof contractCloseAll>
  return outcomes.filter(({ isClosed }) => isClosed).length
}

async function asked<E extends Endpoint>(
  exchange: Exchange,
  customer: CustomerId,
  call: E,
  input: Readonly<Record<string, unknown>>,
): Promise<OutputOf<E>> {
  const answer = await exchange.call(customer, call, input)
  assert(answer.ok, `${call.path} is answered: ${JSON.stringify(answer)}`)
  return answer.data as OutputOf<E>
}

interface Settled {
  readonly id: bigint
  readonly customer_id: CustomerId
  readonly product: keyof typeof proofCalls
  readonly kind: string
}

const proofCalls = { spot: spotProof, contract: contractProof, option: optionProof } as const

/** The proof of every order that is over, as its customer gets it. */
async function provenOf(exchange: Exchange): Promise<Pick<Week, 'proofs' | 'without' | 'financed'>> {
  const proofs: SettledProof[] = []
  const without: string[] = []
  for (const { id, customer_id, product, kind } of await settledOrders(exchange)) {
    const answer = await exchange.call(customer_id, proofCalls[product], { id })
    if (answer.ok) proofs.push({ id: String(id), kind, file: answer.data as AnyProofFile })
    else without.push(`${kind} ${id}: ${answer.error}`)
  }
  const changes = proofs.flatMap(({ file }) => ('changes' in file ? file.changes : []))
  return { proofs, without, financed: changes.filter(({ kind }) => kind === 'financing').length }
}

async function settledOrders({ real, customers }: Exchange): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    with own as (select unnest(${arrayLiteral(customers, (id) => id)}::bigint[]) as customer_id
      union select customer_id from copy_lead)
    select id, customer_id, 'spot' as product,
      case when attached_to is null then 'spot ' else 'spot attached ' end || order_type as kind
    from spot_order join own using (customer_id)
    where trigger_sequence is not null or (trigger_price is null and status in ('filled', 'cancelled'))
    union all
    select id, p.customer_id, 'contract', case when c.position_id is null then 'contract ' else 'copy ' end || reason
    from contract_position p join own using (customer_id) left join copy_position c on c.position_id = p.id
    where status in ('closed', 'cancelled')
    union all
    select o.id, o.customer_id, 'option', 'option ' || outcome
    from option_order o join own using (customer_id) join option_result r on r.order_id = o.id
    order by product, id`.execute(real)
  return rows
}
