import { sql } from 'kysely'
import { contractAcceptRisk, contractClose, contractList, contractSubmit } from '#domain/contract/contract.ts'
import { contractDisclosure } from '#domain/contract/risk.ts'
import { directions } from '#domain/contract/rules.ts'
import { acceptLead, proposeCopyTerms, refuseLead } from '#domain/copy/console.ts'
import * as calls from '#domain/copy/contract.ts'
import { stopModes } from '#domain/copy/rules.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId, LeadId, RelationId } from '#domain/ids.ts'
import type { Services } from '#server/app.ts'
import type { Db } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { assertExpected, factsOf, type Player, perform } from '#server/sim/player.ts'
import type { Random } from '#server/sim/random.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import type {
  CrashTesting,
  CrashTrader,
  Customer,
  Input,
  ProductTesting,
  SimulationTesting,
} from '#server/testing/product-testing.ts'
import { contractsIn } from '../contract/service.ts'
import { leadOfCustomer } from './lead-store.ts'
import { apply, decideLead } from './leading.ts'
import { syncLeads } from './service.ts'

const SYMBOL = 'BTC-USDT'
const risk = { version: String(contractDisclosure.version), answers: '3223' }
const agreement = { version: COPY_AGREEMENT_VERSION }

/** Has a customer lead, as an operator's decision would: none of a customer's calls does. */
export async function lead(db: Db, customer: CustomerId, nowMs: number): Promise<LeadId> {
  return db.transaction().execute(async (tx) => {
    await apply(tx, customer, { introduction: 'I lead' }, nowMs)
    const { id } = (await leadOfCustomer(tx, customer))!
    const accepted = { status: 'leading', action: 'accepted', operator: 1n, reason: null } as const
    await decideLead(tx, id, accepted, nowMs)
    return id
  })
}

const orderOf = (random: Random): Input => ({
  ...{ symbol: SYMBOL, direction: random.one(directions), lots: `0.0${1 + random.below(9)}` },
  leverage: random.one(['2', '5', '10']),
})

const settingsOf = (random: Random): Input => ({
  ...random.one([
    { mode: 'amount', number: String(10 + random.below(150)) },
    { mode: 'ratio', number: `0.${1 + random.below(9)}` },
  ]),
  ...(random.chance(3) ? { stopLoss: random.one(['0', '10', '40', '200']) } : {}),
  ...(random.chance(3) ? { slippagePercent: random.one(['0.01', '0.5', '5']) } : {}),
  ...(random.chance(3) ? { maxTrade: random.one(['20', '100', '1000']) } : {}),
})

// ── The simulation

interface Leading {
  readonly id: LeadId
  readonly customer_id: CustomerId
}

/** Who leads among the simulation's customers. */
async function leadsOf({ exchange }: Player): Promise<Leading[]> {
  return exchange.real
    .selectFrom('copy_lead')
    .select(['id', 'customer_id'])
    .where('status', '=', 'leading')
    .where('customer_id', 'in', [...exchange.customers])
    .orderBy('id')
    .execute()
}

interface OwnRelation {
  readonly id: RelationId
  readonly customer: CustomerId
}

/** Relations that are not over. */
async function relationsOf({ exchange }: Player): Promise<OwnRelation[]> {
  const { rows } = await sql<OwnRelation>`
    select id, customer_id as customer from copy_relation where status <> 'ended' order by id`.execute(
    exchange.real,
  )
  return rows
}

async function followSomebody(player: Player, customer: CustomerId): Promise<Input | undefined> {
  const { exchange, random } = player
  const leads = await leadsOf(player)
  if (leads.length === 0) return undefined
  // Some forget one or the other.
  if (!random.chance(8)) await exchange.call(customer, contractAcceptRisk, risk)
  if (!random.chance(8)) await exchange.call(customer, calls.copyAcceptAgreement, agreement)
  return { leadId: random.one(leads).id, ...settingsOf(random) }
}

const MAX_LEADS = 3

/** Somebody applies, and an operator mostly accepts. */
async function applyToLead(player: Player): Promise<string> {
  const { exchange, random } = player
  if ((await leadsOf(player)).length >= MAX_LEADS) return 'enough lead'
  const customer = random.one(exchange.customers)
  const applied = await exchange.call(customer, calls.copyApply, { introduction: 'I lead' })
  assertExpected(calls.copyApply, applied)
  const row = await exchange.real
    .selectFrom('copy_lead')
    .select('id')
    .where('customer_id', '=', customer)
    .where('status', '=', 'under-review')
    .executeTakeFirst()
  if (!row) return factsOf(applied)
  const decision = random.chance(5) ? refuseLead : acceptLead
  const decided = await exchange.operate('maker', decision, { id: row.id, reason: 'seen in the simulation' })
  assert(decided.ok, `an application is decided: ${JSON.stringify(decided)}`)
  return decision.path
}

const byLead =
  (act: (player: Player, lead: Leading) => Promise<string>) =>
  async (player: Player): Promise<string> => {
    const leads = await leadsOf(player)
    return leads.length === 0 ? 'nobody leads' : act(player, player.random.one(leads))
  }

const leadOrder = byLead(async (player, { customer_id: customer }) => {
  await player.exchange.call(customer, contractAcceptRisk, risk)
  return perform(player, customer, contractSubmit, orderOf(player.random))
})

const leadClose = byLead(async (player, { customer_id: customer }) => {
  const { exchange, random } = player
  const open = await exchange.real
    .selectFrom('contract_position')
    .select('id')
    .where('customer_id', '=', customer)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  if (open.length === 0) return 'nothing open'
  const lots = random.chance(3) ? { lots: '0.01' } : {}
  return perform(player, customer, contractClose, { id: random.one(open).id, ...lots })
})

const leadStops = byLead((player, { customer_id: customer }) =>
  perform(player, customer, calls.copyStopLeading, {}),
)

const withRelation =
  (act: (player: Player, relation: OwnRelation) => Promise<string>) =>
  async (player: Player): Promise<string> => {
    const relations = await relationsOf(player)
    return relations.length === 0 ? 'nobody follows' : act(player, player.random.one(relations))
  }

const change = withRelation((player, { id, customer }) => {
  const status = player.random.chance(3) ? { status: player.random.one(['active', 'paused']) } : {}
  return perform(player, customer, calls.copySettings, {
    ...{ relationId: id, ...settingsOf(player.random), ...status },
  })
})

const cancel = withRelation((player, { id, customer }) =>
  perform(player, customer, calls.copyCancel, { relationId: id, stopMode: player.random.one(stopModes) }),
)

const detachOne = withRelation(async (player, { customer }) => {
  const answer = await player.exchange.call(customer, calls.copyPositions, { isOpen: '1' })
  assert(answer.ok, 'copies are listed')
  const { items } = answer.data as { items: readonly { id: string }[] }
  if (items.length === 0) return 'nothing copied'
  return perform(player, customer, calls.copySelfHolding, { positionId: player.random.one(items).id })
})

const copySimulation: SimulationTesting = {
  calls: [{ name: 'follow', weight: 10, call: calls.copyFollow, input: followSomebody }],
  actions: [
    { name: 'lead', weight: 8, act: applyToLead },
    { name: 'lead-order', weight: 16, act: leadOrder },
    { name: 'lead-close', weight: 12, act: leadClose },
    { name: 'lead-stop', weight: 4, act: leadStops },
    { name: 'copy-settings', weight: 5, act: change },
    { name: 'copy-cancel', weight: 4, act: cancel },
    { name: 'copy-take-out', weight: 3, act: detachOne },
  ],
  hostile: [
    [calls.copyFollow, 'leadId', 'number', 'maxTrade'],
    [calls.copySettings, 'relationId', 'number'],
    [calls.copyCancel, 'relationId'],
  ],
}

// ── Crash tests

async function followInCrash(trader: CrashTrader, random: Random): Promise<Input | undefined> {
  if (trader.done(calls.copyFollow).length === 0) {
    await trader.look(contractAcceptRisk, risk)
    await trader.look(calls.copyAcceptAgreement, agreement)
  }
  const leads = await trader.look(calls.copyLeads)
  return leads?.items.length ? { leadId: random.one(leads.items).id, ...settingsOf(random) } : undefined
}

function ownRelation(trader: CrashTrader, random: Random): string | undefined {
  const all = trader.done(calls.copyFollow)
  // Cancelled ones too: that is answered, or refused.
  return all.length === 0 ? undefined : random.one(all.slice(-3)).id
}

const copyCrash: CrashTesting = {
  /** The first of the traders leads. */
  async prepare(db, [first], nowMs) {
    if (first !== undefined) await lead(db, first, nowMs)
  },
  calls: [
    { call: calls.copyFollow, weight: 12, input: followInCrash, listedIn: calls.copyMine },
    {
      call: calls.copySettings,
      weight: 5,
      input(trader, random) {
        const id = ownRelation(trader, random)
        return id === undefined ? undefined : { relationId: id, ...settingsOf(random) }
      },
    },
    {
      call: calls.copyCancel,
      weight: 3,
      endsIn: { list: calls.copyMine, status: 'ended' },
      input(trader, random) {
        const id = ownRelation(trader, random)
        return id === undefined ? undefined : { relationId: id, stopMode: random.one(stopModes) }
      },
    },
  ],
  unasked: [{ list: contractList, shownIn: calls.copyPositions }],
}

// ── Tests generated from the contract

/** Somebody leads from the beginning: an operator's decision is none of a customer's calls. */
async function beginLeading({ db, clock, opened }: Services): Promise<void> {
  const isThere = await db.selectFrom('copy_lead').select('id').executeTakeFirst()
  if (!isThere) {
    const { id: customer } = await addTestCustomer(db, clock, { email: `lead-${nextId()}@example.com` })
    await lead(db, customer, clock.nowMs())
  }
  await syncLeads(contractsIn(opened))
}

/** What it takes to follow: the agreement is accepted, and nobody is followed already. */
async function readyToFollow(customer: Customer): Promise<Input> {
  await customer.ask(calls.copyAcceptAgreement, { version: COPY_AGREEMENT_VERSION })
  const { items: relations } = await customer.ask(calls.copyMine)
  for (const { id, status } of relations) {
    if (status !== 'ended') await customer.ask(calls.copyCancel, { relationId: id })
  }
  const { items: leads } = await customer.ask(calls.copyLeads)
  return { leadId: leads[0]!.id, mode: 'amount', number: '100' }
}

const following = async (customer: Customer): Promise<string> =>
  (await customer.ask(calls.copyFollow, await readyToFollow(customer))).id

export const copyTesting: ProductTesting = {
  fields: {
    ...{ leadId: '1', mode: 'amount', number: '100', introduction: 'I lead' },
    version: String(COPY_AGREEMENT_VERSION),
  },
  calls: [
    {
      call: proposeCopyTerms,
      fields: {
        ...{ minAmount: '10', maxAmount: '100', maxSlippageBps: '100', equityBps: '100' },
        ...{ maxShareBps: '1000', maxRelations: '5', maxFollowers: '50' },
      },
    },
    { call: calls.copyCancel, things: { relationId: 'relation' } },
    { call: calls.copySettings, things: { relationId: 'relation' }, fields: { number: '50' } },
  ],
  start: beginLeading,
  matrix: {
    doOneOfEach: async (customer) => ({ relation: await following(customer) }),
    effects: [
      { call: calls.copyFollow, isGuarded: true, prepare: readyToFollow },
      {
        ...{ call: calls.copyCancel, isGuarded: true },
        prepare: async (customer) => ({ relationId: await following(customer) }),
      },
      {
        ...{ call: calls.copySettings, isGuarded: false },
        prepare: async (customer) => ({ relationId: await following(customer), number: '50' }),
      },
      { call: calls.copySelfHolding, isGuarded: true, prepare: () => ({}) },
    ],
  },
  simulation: copySimulation,
  crash: copyCrash,
}
