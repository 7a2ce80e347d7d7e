import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { ListEndpoint } from '#domain/list.ts'
import type { Services } from '#server/app.ts'
import { products } from '#server/contract.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Product } from '#server/products/product.ts'
import type { Act, Player } from '#server/sim/player.ts'
import type { Random } from '#server/sim/random.ts'

/**
 * What a product brings to the tests that go through all products: `server/matrix`, `server/sim` and
 * `server/crash`. It is in `server/products/<name>/testing.ts`; its `product.ts` says where.
 */
export interface ProductTesting {
  /** What the fields of its calls are filled with, by their names. */
  readonly fields?: Readonly<Record<string, string>>
  /** Calls with fields of their own. */
  readonly calls?: readonly CallExample[]
  /** Starts as much of it as these tests need, where that is not all that `start` of the product does. */
  readonly start?: (services: Services) => Promise<void>
  readonly matrix?: MatrixTesting
  readonly simulation?: SimulationTesting
  readonly crash?: CrashTesting
}

export type Input = Readonly<Record<string, unknown>>

/** Ids of what a customer has made, by names that the products choose. */
export type Things = Readonly<Record<string, string>>

export interface CallExample {
  readonly call: Endpoint
  /** Which of the customer's things a field names. @example { id: 'openOrder' } */
  readonly things?: Readonly<Record<string, string>>
  /** What else is filled in, optional fields too. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Somebody who calls the exchange: a customer, or an operator. */
export interface Asker {
  /** The payload of a call that must succeed. */
  ask<E extends Endpoint>(call: E, input?: Input): Promise<OutputOf<E>>
}

/** A customer of a test. */
export interface Customer extends Asker {
  /** Uploads a picture; returns its id. */
  newImage(): Promise<string>
}

// ── Tests generated from the contract

export interface MatrixTesting {
  /** Has a customer do one of everything; returns what came of it. */
  readonly doOneOfEach?: (customer: Customer) => Promise<Things>
  /** Every call of its customers that moves money. */
  readonly effects?: readonly Effect[]
  /** Every proposal of its operators that moves money once it is approved: makes one, returns its id, and what its checker types again. */
  readonly proposals?: readonly ((maker: Asker, customer: Customer) => Promise<Made>)[]
}

/** A proposal's id, with what its checker types again where one is asked to. */
export type Made = string | { readonly id: string; readonly again: string }

/** What its approval is asked with. */
export const approvalOf = (made: Made) => (typeof made === 'string' ? { id: made } : made)

/** A money call with what it needs anew for each effect. */
export interface Effect {
  readonly call: Endpoint
  /** Makes a fresh thing to have the effect on; returns the input. */
  readonly prepare: (customer: Customer) => Input | Promise<Input>
  /** Whether it happens once even without a key, by the state of what it changes. */
  readonly isGuarded: boolean
}

// ── The simulation

export interface SimulationTesting {
  /** What customers call; what moves money is also sent again, many times at once, and cut off. */
  readonly calls?: readonly RandomCall[]
  /** What else happens. */
  readonly actions?: readonly RandomAction[]
  /** Fields that refuse every hostile text: the call's other fields are filled as above. */
  readonly hostile?: readonly (readonly [call: Endpoint, ...fields: string[]])[]
  /** What must hold beside `Product.audit`; returns in words what does not. For full audits. */
  readonly audit?: (services: Services) => Promise<string[]>
  /** Begins to follow what is written, from the first entry on; asked after every step. */
  readonly watch?: (db: Db) => Watcher
}

export interface RandomCall {
  /** In the report, and in the words of an error. */
  readonly name: string
  /** How often it is chosen, among the weights of all. */
  readonly weight: number
  readonly call: Endpoint
  /** Right or not: it is answered or refused. Undefined when there is nothing to do it with. */
  readonly input: (player: Player, customer: CustomerId) => Input | undefined | Promise<Input | undefined>
}

export interface RandomAction {
  readonly name: string
  readonly weight: number
  readonly act: Act
}

/** Checks what was written since it was last asked; fails (`assert`) at the first thing that is wrong. */
export type Watcher = (entries: readonly SeenEntry[]) => Promise<Counts>

/** How much of what a step wrote, for the report. @example { trades: 3 } */
export type Counts = Readonly<Record<string, number>>

export interface SeenEntry {
  readonly account_id: AccountId
  readonly transfer_id: bigint
  readonly version: bigint
  readonly amount: bigint
  readonly balance: bigint
  readonly reason: string
}

// ── Crash tests

export interface CrashTesting {
  /** Prepares a database that no server has open for these traders. */
  readonly prepare?: (db: Db, traders: readonly CustomerId[], nowMs: number) => Promise<void>
  /** What traders do until the server is gone. */
  readonly calls?: readonly CrashCall[]
  /** What stands in a list of calls without its customer's asking. */
  readonly unasked?: readonly Unasked[]
  /** What a restart must not change, beside the lists of its calls. */
  readonly state?: (trader: Asker) => Promise<unknown>
  /** Calls that leave nothing behind for the platform's own traders to go on with. */
  readonly quiet?: readonly Endpoint[]
  /** Waits until nothing of a trader's changes any more by the passing of time alone. */
  readonly calm?: (trader: Asker) => Promise<void>
}

/** What stands in a list unasked: all of it is shown in another one, or each says which of the list's own made it. */
export type Unasked =
  | { readonly list: ListEndpoint; readonly shownIn: ListEndpoint }
  | { readonly list: ListEndpoint; readonly madeBy: (item: unknown) => string | null }

export interface CrashCall {
  readonly call: Endpoint
  readonly weight: number
  /** Undefined when there is nothing to do it with. */
  readonly input: (trader: CrashTrader, random: Random) => Input | undefined | Promise<Input | undefined>
  /** The list in which everything that it makes stands, once each, under the id that it answers. */
  readonly listedIn?: ListEndpoint
  /** The ids of what it makes, where it answers others than its own. */
  readonly makes?: (answer: unknown) => readonly string[]
  /** What the list then says of the one that it answers. */
  readonly endsIn?: { readonly list: ListEndpoint; readonly status: string }
  /** What it adds to the USDT in the funding wallet, in units; without it, nothing. */
  readonly addsToFunding?: (input: Input, answer: unknown) => bigint
}

export interface CrashTrader {
  /** What a call answers; undefined when it is refused, or when nobody answers. */
  look<E extends Endpoint>(call: E, input?: Input): Promise<OutputOf<E> | undefined>
  /** What this trader was told to be done, of one call. */
  done<E extends Endpoint>(call: E): OutputOf<E>[]
}

// ── All of them

export interface TestedProduct {
  readonly product: Product
  readonly testing: ProductTesting
}

/** Loads what each product brings; a product without any is there with nothing. */
export const loadTesting = (): Promise<TestedProduct[]> =>
  Promise.all(products.map(async (product) => ({ product, testing: (await product.testing?.()) ?? {} })))

/** Starts every product, or as much of it as it says that tests of all products need. */
export async function startProducts(services: Services, tested: readonly TestedProduct[]): Promise<void> {
  for (const { product, testing } of tested) {
    if (testing.start) await testing.start(services)
    else await services.of(product).start?.()
  }
}
