import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { Channel } from '#domain/channel.ts'
import type { ConsoleProductBalance, QueueItem } from '#domain/console/contract.ts'
import type { SiteFacts } from '#domain/content/contract.ts'
import type { CountryProduct } from '#domain/eligibility/products.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Belonging } from '#domain/privacy/rules.ts'
import type { Reason } from '#domain/reasons.ts'
import type { ReadRecord } from '#server/console/applicant.ts'
import type { CustomerFigures, CustomerPayees } from '#server/console/customer-facts.ts'
import type { DayFigure, OpenExposure } from '#server/console/dashboard.ts'
import type { DueSource } from '#server/console/due.ts'
import type { ProposalAction } from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import type { OperatorService } from '#server/console/sign-in.ts'
import type { RiskSigns } from '#server/console/signs.ts'
import type { Referenced } from '#server/console/subjects.ts'
import type { Announce } from '#server/console/terms-change.ts'
import type { TimelineSource } from '#server/console/timeline.ts'
import type { ReadChains } from '#server/core/chain/read-chains.ts'
import type { ReadDebts } from '#server/core/debts.ts'
import type { EndedRecords } from '#server/core/ended.ts'
import type { EngineHost, EngineLink } from '#server/core/engine/elsewhere.ts'
import type { ListIncome, QuoteExits } from '#server/core/exits.ts'
import type { FundRecords } from '#server/core/fund-records.ts'
import type { AccountId, AccountKind } from '#server/core/ledger/accounts.ts'
import type { LedgerEvents } from '#server/core/ledger/events.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import type { SetAside } from '#server/core/ledger/set-aside.ts'
import type { UnrealizedProfit } from '#server/core/ledger/unrealized.ts'
import type { ProductLimits } from '#server/core/limits.ts'
import type { ProductNotices } from '#server/core/notices/notices.ts'
import type { OwnOrders } from '#server/core/own-orders.ts'
import type { Markets } from '#server/markets/service.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CreateCounter } from '#server/platform/counters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { AsOwner, EndSessions, Operator } from '#server/platform/http/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import type { PushSender } from '#server/platform/push/push.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'
import type { Followers } from './contract/service.ts'
import type { Savings } from './coupon/service.ts'

/**
 * A product: what it brings, as data and plain functions. Whoever needs something of all products takes it
 * from the list in `all.ts`; nothing else has to know a product by name.
 */
export interface Product<Opened extends OpenProduct = OpenProduct> {
  /** One word, the same in all folders, tables, reasons and texts. */
  readonly name: string
  /** Its contract: the customers' calls, the operators', and the channels of the customers' sockets. */
  readonly endpoints: readonly Endpoint[]
  readonly consoleEndpoints?: readonly Endpoint[]
  readonly channels?: readonly Channel[]
  /** Whether its customers' calls need the database alone: then any process answers them, and otherwise the one with the engines. */
  readonly isAnsweredAnywhere?: true
  /** Its kinds of ledger account, with numbers that nobody else has. */
  readonly accounts?: Readonly<Record<string, AccountKind>>
  /** The platform's own money that it works with, as the treasury shows it. */
  readonly funds?: readonly Fund[]
  /** Which of its requests hold a customer's money, beside the holds that the ledger names. */
  readonly holds?: ListHolds
  /** What its transfers are of, for the statement by event. */
  readonly events?: readonly LedgerEvents[]
  /** A customer's records of it that ended, for the history of everything that did. */
  readonly ended?: EndedRecords | readonly EndedRecords[]
  /** What of it a customer can ask the service about. */
  readonly ownOrders?: OwnOrders
  /** A customer's requests about funds, for the list of all of them. */
  readonly fundRecords?: FundRecords
  /** What of its customers' money the platform's accounts have: it is owed to them all the same. */
  readonly setAside?: SetAside
  /** What the platform's addresses have on chains, for what is published of the reserves. */
  readonly readChains?: ReadChains
  /**
   * The reasons by which it brings a customer's money in from outside, or takes it out: deposits, withdrawals, gifts.
   * What moves by them is no profit and no loss; what moves by any other is.
   */
  readonly external?: readonly Reason[]
  /** Those of `external` by which nothing comes from outside or goes there: what is lent, or set aside. */
  readonly internal?: readonly Reason[]
  /** What it knows of the money that a customer has in it, beside the balance. */
  readonly balances?: ProductBalances
  /** What a customer keeps in it for a time by kind, and what that brought: for the overview of savings. */
  readonly income?: ListIncome
  /** What of it a customer could end now to have money, at firm figures. */
  readonly exits?: QuoteExits
  /** What a customer's open positions in it have gained or lost, in no balance yet. */
  readonly unrealized?: UnrealizedProfit
  /** What limits a customer in it, for the list of all limits. */
  readonly limits?: ProductLimits
  /** What a customer owes by it: money leaves only beyond that (`requireEquity`). */
  readonly debts?: ReadDebts
  /** What a customer has in it, for an operator who looks. */
  readonly consoleBalances?: (db: Db, customer: CustomerId, nowMs: number) => Promise<ConsoleProductBalance[]>
  /** Its calls that answer all that it keeps of a customer: what the customer's copy of their data is made of. */
  readonly keeps?: readonly (Endpoint | KeptCall)[]
  /** Things of a customer in it that keep an account from being deleted, beside money, debts and requests for funds. */
  readonly belongings?: (db: Db | Tx, customer: CustomerId) => Promise<readonly Belonging[]>
  /** Erases what it keeps of a customer that no law has us keep. Returns: how many things are gone. */
  readonly erase?: (tx: Tx, customer: CustomerId, nowMs: number) => Promise<number>
  /** Removes what else it keeps of a customer whose account was deleted: what they chose, said of themselves, were told of. */
  readonly forget?: (tx: Tx, customer: CustomerId, nowMs: number) => Promise<void>
  /** The subjects of proposals and of the audit log that are a customer's requests: a query of one column. */
  readonly subjectsOfCustomer?: (customer: CustomerId) => RawBuilder<unknown>
  /** The same of what has a reference, by the reference's letter and number. @example { W: (id) => sql`…` } */
  readonly referenced?: Referenced
  /** What happens to a customer in it, for the console's time line of one. */
  readonly timeline?: readonly TimelineSource[]
  /** What it looks for in a customer's records, for an operator who decides. */
  readonly signs?: RiskSigns
  /** The figures of a customer's that their page in the console has beside the balances. */
  readonly customerFigures?: CustomerFigures
  /** Where it would send a customer's money, for that page. */
  readonly payees?: CustomerPayees
  /** Whether operators review a customer in it, or have: who decides that sees their record then. */
  readonly isApplicant?: (db: Db, customer: CustomerId) => Promise<boolean>
  /** What a customer did in it since a moment, for who decides on an application of theirs. */
  readonly record?: ReadRecord
  /** What the console counts of it from the beginning of the day. */
  readonly dayFigures?: readonly DayFigure[]
  /** The currencies in which the platform has set aside other than what it owes customers. */
  readonly uncovered?: (db: Db) => Promise<string[]>
  /** How late its newest results were booked after the prices that decided them. Units: milliseconds. */
  readonly settlementLags?: (db: Db) => Promise<number[]>
  /** What is wrong between its tables and the ledger, in words; empty when consistent. */
  readonly audit?: (db: Db) => Promise<string[]>
  /**
   * What of its results is not what the tape makes of its orders, in words; of the newest so many. Computes each again:
   * for full audits. `publicKey`: whose signature its receipts bear.
   */
  readonly auditResults?: (
    db: Db,
    asked: { readonly publicKey: string; readonly newest: number },
  ) => Promise<string[]>
  /** Who copies the positions of contracts: decided in their batches; see `products/contract/followers.ts`. */
  readonly followers?: Followers
  /** Savings, as far as coupons are concerned that add to them; see `products/coupon/savings.ts`. */
  readonly savings?: Savings
  /** Fills a new demonstration, in the transaction that makes it. */
  readonly seedDemo?: (
    tx: Tx,
    demo: {
      readonly customer: CustomerId
      readonly nowMs: number
      readonly media: MediaFiles
      readonly privateData: PrivateData
    },
  ) => Promise<void>
  /** What its customers are told of beside the notices that it writes itself; see `core/notices`. */
  readonly notices?: ProductNotices
  /** What the tests of all products need of it; no server loads it. */
  readonly testing?: () => Promise<ProductTesting>
  /** Makes it ready to be served. Nothing runs before `start`. */
  readonly open: (deps: ProductDeps) => Opened
}

/** A call that answers what a product keeps of a customer when it is asked so. */
export interface KeptCall {
  readonly call: Endpoint
  readonly input: Readonly<Record<string, string>>
}

/** A product that is being served. */
export interface OpenProduct {
  readonly routes: readonly Route[]
  readonly consoleRoutes?: readonly Route[]
  readonly jobs?: readonly Job[]
  /** Publishes what a proposal changes of customers' terms: one product does. */
  readonly announce?: Announce
  /** What two operators decide together. */
  readonly proposals?: readonly ProposalAction[]
  /** What it may have to pay by what is open in it, beside what there is, for the console's dashboard. */
  readonly exposure?: (db: Db) => Promise<OpenExposure>
  /** What it will do by itself by the next midnight, for the console's dashboard. */
  readonly due?: DueSource
  /** What is not offered to a customer where they live, for their page in the console: one product says it. */
  readonly closedTo?: (db: Db, customer: CustomerId) => Promise<readonly CountryProduct[]>
  /** Requests of customers that wait for an operator, as far as this one may see them. */
  readonly queue?: (db: Db, viewer: Operator) => Promise<QueueItem[]>
  /** How many these are, and since when: counted, not listed. */
  readonly queueSize?: (db: Db, viewer: Operator) => Promise<QueueSize>
  /** Publishes what happens to the customers' sockets; returns how to stop. */
  readonly publish?: (realtime: Realtime) => () => void
  /** Publishes to the operators' sockets what changed for them; returns how to stop. */
  readonly publishToOperators?: (realtime: Realtime) => () => void
  /** What a client gets on subscribing to one of its channels, so that it need not wait for the next change. */
  readonly snapshotFor?: (channel: Channel, params: Readonly<Record<string, unknown>>) => unknown
  readonly start?: () => Promise<void>
  readonly stop?: () => Promise<void>
  /** Comes when all that the tape says so far is decided and committed: what a test looks at stands still then. */
  readonly settled?: () => Promise<unknown>
  /** Whether it takes requests; without it, it always does. */
  readonly isReady?: () => boolean
  /** Whether it takes none any more until the process is started anew; without it, it always goes on. */
  readonly isOver?: () => boolean
  /** Whether practice of it takes requests: said beside, and no reason to be not ready. */
  readonly isPracticeReady?: () => boolean
  /** Its engine as other processes meet it, of a product whose engine can be apart. */
  readonly engineHost?: EngineHost
}

/** What the server gives a product that it opens. */
export interface ProductDeps {
  readonly db: Db
  /** Connections that nobody else takes, for an engine. */
  readonly writers: Db
  /** The way to the engine of a product, by its name, where another process has it: the product starts none then. */
  readonly elsewhere: (name: string) => EngineLink | undefined
  readonly clock: Clock
  readonly log: Logger
  readonly markets: MarketData
  readonly uploads: Uploads
  /** Pictures and videos that everybody may see once they are published. */
  readonly media: MediaFiles
  readonly privateData: PrivateData
  readonly push: PushSender
  /** Counts for all processes of the exchange, where they have Redis. */
  readonly createCounter: CreateCounter
  /** Makes a change that takes its owner's proof. */
  readonly asOwner: AsOwner
  /** Ends sessions, and says so. */
  readonly sessions: EndSessions
  /** Every call that customers make, answered. */
  readonly customerRoutes: () => readonly Route[]
  /** The chains that deposits are seen on. */
  readonly chains: readonly ChainSettings[]
  /** The folder of lists of addresses that no money may go to. */
  readonly screeningLists: string | undefined
  readonly site: SiteFacts
  /** All products, for those that show what others bring. */
  readonly products: readonly Product[]
  /** What they opened as; empty until all have. */
  readonly opened: () => readonly OpenProduct[]
  /** Those who work at the console. */
  readonly operators: OperatorService
}

/** What products may know of the market. */
export type MarketData = Pick<
  Markets,
  | 'lastPrice'
  | 'lastTick'
  | 'isFresh'
  | 'canPrice'
  | 'onTick'
  | 'onWritten'
  | 'closesBefore'
  | 'days'
  | 'ownVolume'
  | 'proofs'
>

/** One of the platform's own accounts in each currency. */
export interface Fund {
  readonly name: string
  /** As operators read it. */
  readonly label: string
  readonly account: (currency: string) => AccountId
  /** Whether operators may move money between it and the treasury. */
  readonly isMovable?: boolean
  /** The currencies in which its product does not work while there is nothing in it. */
  readonly neededIn?: readonly string[]
}

/** What of the customers' money the platform's accounts have, by all products. */
export const setAsideIn = (products: readonly Pick<Product, 'setAside'>[]): SetAside[] =>
  products.flatMap(({ setAside }) => setAside ?? [])
