import { type Direction, formatLots } from '#domain/contract/rules.ts'
import { Refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { least } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { nextId } from '#server/platform/ids.ts'
import {
  type Contracts,
  changeView,
  closePart,
  closingsById,
  type Position,
  type PositionChange,
  positionsById,
  positionView,
} from '#server/products/contract/service.ts'
import { type Closing, closingOrder, quantityOfLots } from './contract-shapes.ts'
import { errors, withoutPromise } from './errors.ts'
import { type ClosingPlan, idsNamed, keepPlan, nameOrder, namesOf, planNamed } from './store.ts'

/**
 * Orders that close positions. Of which positions they close how much is written under their name before anything is closed, and
 * each part has an idempotency key of its own: whoever asks again closes what is left of the same, and nothing else.
 */
export interface Closings {
  /** What the oldest positions first have of so many lots, under a name: kept, unless something is kept under it already. */
  plan(order: NewClosing, positions: readonly Position[], nowMs: number): Promise<ClosingPlan>
  /** Does what is left of a plan. Returns: the order as it is then. */
  run(customer: CustomerId, plan: ClosingPlan, nowMs: number): Promise<ClosingOrder>
  planNamed(customer: CustomerId, name: string): Promise<ClosingPlan | undefined>
  /** An order as far as it is done; undefined where nothing is. */
  orderOf(customer: CustomerId, plan: ClosingPlan): Promise<ClosingOrder | undefined>
  /** The order that a closing is of, with its symbol. */
  orderOfClosing(
    customer: CustomerId,
    id: bigint,
  ): Promise<{ symbol: string; order: ClosingOrder } | undefined>
  /** The closings of the order that one is of. */
  closingsWith(customer: CustomerId, id: bigint): Promise<readonly Closed[]>
}

export interface NewClosing {
  readonly customer: CustomerId
  readonly symbol: string
  readonly direction: Direction
  readonly lots: bigint
  readonly name: string | undefined
}

/** A closing as it is stored, with its position. */
export interface Closed {
  readonly position: Position
  readonly change: PositionChange
}

type ClosingOrder = ReturnType<typeof closingOrder>

/** Half of how long idempotency keys are kept: after that nobody could tell what was closed before from what was not. */
const RUNS_MS = DAY_MS

export function createClosings(contracts: Contracts): Closings {
  const { db, lastTick } = contracts

  /** Some closings of a customer's, oldest first. */
  async function closedBy(customer: CustomerId, ids: readonly bigint[]): Promise<Closed[]> {
    const changes = await closingsById(db, customer, ids)
    const positions = await positionsById(
      db,
      changes.map(({ position }) => position),
    )
    return changes.map((change) => ({ position: positions.get(change.position)!, change }))
  }

  const shown = ({ position, change }: Closed): Closing => ({
    position: positionView(position, lastTick),
    change: changeView(position, change),
  })

  /** What is done of a plan. */
  const doneOf = async (customer: CustomerId, { name, parts }: ClosingPlan) => {
    const done = await closedBy(customer, await idsNamed(db, customer, name))
    const planned = new Set(parts.map(({ position }) => position))
    return done.filter(({ position }) => planned.has(position.id))
  }

  const orderFrom = (plan: ClosingPlan, done: readonly Closed[]) =>
    closingOrder(done.map(shown), plan.name, quantityOfLots(plan.symbol, plannedLots(plan)))

  async function closingsWith(customer: CustomerId, id: bigint): Promise<readonly Closed[]> {
    const plan = await planOf(customer, id)
    return plan ? doneOf(customer, plan) : closedBy(customer, [id])
  }

  async function planOf(customer: CustomerId, id: bigint) {
    const name = (await namesOf(db, customer, [id])).get(id)
    return name === undefined ? undefined : planNamed(db, customer, name)
  }

  async function runPlan(customer: CustomerId, plan: ClosingPlan, nowMs: number): Promise<ClosingOrder> {
    const before = new Set((await doneOf(customer, plan)).map(({ position }) => position.id))
    const parts = plan.parts.filter(({ position }) => !before.has(position))
    if (parts.length > 0 && plan.createdAtMs < nowMs - RUNS_MS) throw errors.duplicate()
    let refused: Refusal | undefined
    for (const { position, lots } of parts) {
      const key = `exchange contract ${plan.name} ${position}`
      try {
        const closed = await closePart(contracts, { customer, key }, position, formatLots(lots))
        await nameOrder(db, customer, closed.change, plan.name, nowMs)
      } catch (error) {
        // What a stop has closed meanwhile, or another order, is no reason to leave the others open.
        if (!(error instanceof Refusal) || error.code === 'SERVICE_UNAVAILABLE') throw error
        refused ??= error
      }
    }
    const done = await doneOf(customer, plan)
    if (done.length === 0) throw refused ?? errors.nothingToReduce()
    return orderFrom(plan, done)
  }

  return {
    async plan({ customer, symbol, direction, lots, name }, positions, nowMs) {
      let left = lots
      const parts = positions.flatMap(({ id, openLots }) => {
        const some = least(left, BigInt(openLots))
        left -= some
        return some > 0n ? [{ position: id, lots: some }] : []
      })
      // One that its customer does not name has a name all the same: its parts are found by it.
      const called = name ?? `closing-${nextId()}`
      return keepPlan(db, customer, { name: called, symbol, direction, lots, parts, createdAtMs: nowMs })
    },
    run: (customer, plan, nowMs) =>
      runPlan(customer, plan, nowMs).catch((error: unknown) => {
        throw withoutPromise(error)
      }),
    planNamed: (customer, name) => planNamed(db, customer, name),
    async orderOf(customer, plan) {
      const done = await doneOf(customer, plan)
      return done.length === 0 ? undefined : orderFrom(plan, done)
    },
    async orderOfClosing(customer, id) {
      const [one] = await closedBy(customer, [id])
      if (!one) return undefined
      const { symbol } = one.position
      const plan = await planOf(customer, id)
      return {
        symbol,
        order: plan ? orderFrom(plan, await doneOf(customer, plan)) : closingOrder([shown(one)]),
      }
    },
    closingsWith,
  }
}

const plannedLots = ({ parts }: ClosingPlan): bigint => parts.reduce((so, { lots }) => so + lots, 0n)
