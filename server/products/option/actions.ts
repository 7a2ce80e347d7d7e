import { Refusal, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Attempted, Decision } from '#server/core/engine/product.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { walletOf } from './accounts.ts'
import type { Batch, Choice } from './batch.ts'
import {
  decideChoices,
  decidePlace,
  decideSettle,
  type NewChoice,
  type NewOption,
  nextDue,
} from './decide.ts'
import { decidingTick, type OptionNow } from './order.ts'
import type { OptionRealm } from './realm.ts'
import { applyWritten, type Open, type State, type Written } from './state.ts'
import { idOfText, loadCustomers, newestTerms, optionsById, writtenChoices } from './store.ts'

/** What is asked of the engine, as plain data. */
export type Action =
  | { readonly kind: 'place'; readonly draft: NewOption }
  | { readonly kind: 'choose'; readonly customer: CustomerId; readonly choices: readonly NewChoice[] }
  /** What was written to the tape, in its order. */
  | { readonly kind: 'written'; readonly written: Written }
  /** Has the next of what the tape has decided written. */
  | { readonly kind: 'settle' }

export interface Reply {
  readonly placed: OptionNow | undefined
  readonly choices: readonly Choice[]
  /** How many orders are decided and not written. */
  readonly due: number
}

const nothing: Reply = { placed: undefined, choices: [], due: 0 }

/** The accounts that an action may spend from. */
export function accountsOf({ realm }: State, action: Action): AccountId[] {
  return action.kind === 'place' ? [walletOf(action.draft.customer), realm.fund(), realm.escrow()] : []
}

/** What the tape says is in memory alone: the tape has it. */
export const isUnwritten = (state: State, action: Action): boolean =>
  action.kind === 'written' || (action.kind === 'settle' && state.due.length === 0)

/** Customers in memory; beyond it, all are forgotten and read again as they come. */
const MAX_CUSTOMERS = 100_000

/**
 * Reads what the limits ask of the customers of these actions, those whose orders are settled among them, and whether
 * there are newer terms.
 */
export async function complete(
  tx: Tx,
  state: State,
  actions: readonly Action[],
  nowMs: number,
): Promise<void> {
  const customers = actions.flatMap((action) => {
    if (action.kind === 'place') return action.draft.customer
    if (action.kind === 'settle') return nextDue(state).map(({ open }) => open.order.customer)
    return action.kind === 'choose' ? action.customer : []
  })
  if (customers.length === 0) return
  const terms = await newestTerms(tx)
  if (terms.version !== state.terms.version) state.terms = terms
  // What customers choose for themselves is written by the engine of real orders: that of practice reads it each time.
  if (state.customers.size > MAX_CUSTOMERS || !state.realm.writesChoices) state.customers.clear()
  const unknown = [...new Set(customers)].filter((customer) => !state.customers.has(customer))
  if (unknown.length === 0) return
  for (const [id, customer] of await loadCustomers(tx, unknown, nowMs, state.realm))
    state.customers.set(id, customer)
}

/** Decides an action in memory. */
export function decide(state: State, batch: Batch, action: Action): Decision<Reply> {
  const done = (reply: Partial<Reply>): Decision<Reply> => ({ kind: 'done', reply: { ...nothing, ...reply } })
  if (action.kind === 'written') {
    batch.entered.push(...applyWritten(state, action.written))
    return done({ due: state.due.length })
  }
  if (action.kind === 'settle') return done({ due: decideSettle(state, batch) })
  if (action.kind === 'choose') {
    const choices = decideChoices(state, batch, action.customer, action.choices)
    return choices instanceof Refusal ? { kind: 'refused', refusal: choices } : done({ choices })
  }
  const order = decidePlace(state, batch, action.draft)
  if (order instanceof Refusal) return { kind: 'refused', refusal: order }
  return done({ placed: { order, entry: null, expiresAtMs: null, result: null } })
}

/** An open order as it stands. */
export const nowOf = ({ order, entry, decidedAfterMs }: Open): OptionNow => ({
  ...{
    order,
    entry: entry ? decidingTick(entry) : null,
    expiresAtMs: entry ? decidedAfterMs : null,
    result: null,
  },
})

/** What is kept of a reply under its idempotency key: which order it was about. */
export const toAnswer = ({ placed }: Reply) => ({ id: placed ? String(placed.order.id) : null })

/** Replies to an action by what the database has. */
export async function answer(realm: OptionRealm, db: Db, kept: unknown): Promise<Reply> {
  const { id } = kept as ReturnType<typeof toAnswer>
  const placed = id === null ? undefined : (await optionsById(db, [idOfText(id)], realm)).get(idOfText(id))
  if (!placed) throw refusal('ORDER_NOT_FOUND')
  return { ...nothing, placed }
}

/** Finds out which actions of a failed batch happened after all. What the tape decided is decided again. */
export async function whatHappened(
  realm: OptionRealm,
  db: Db,
  attempts: readonly Attempted<Action, Reply>[],
): Promise<(Reply | undefined)[]> {
  const done = attempts.flatMap(({ decision }) => (decision?.kind === 'done' ? [decision.reply] : []))
  const orders = await optionsById(
    db,
    done.flatMap(({ placed }) => placed?.order.id ?? []),
    realm,
  )
  const choices = await writtenChoices(
    db,
    done.flatMap((reply) => reply.choices.map(({ id }) => id)),
  )
  return attempts.map(({ action, decision }) => {
    if (decision?.kind !== 'done') return undefined
    const { reply } = decision
    if (action.kind === 'place') {
      const placed = orders.get(reply.placed!.order.id)
      return placed && { ...reply, placed }
    }
    return action.kind === 'choose' && reply.choices.every(({ id }) => choices.has(id)) ? reply : undefined
  })
}
