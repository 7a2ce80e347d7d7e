import { sql } from 'kysely'
import {
  consoleDeposit,
  consoleDepositProof,
  proposeCredit,
  rejectDepositRequest,
} from '#domain/deposit/console.ts'
import { depositAddress, depositDetail, requestDeposit } from '#domain/deposit/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Services } from '#server/app.ts'
import { decideTogether, factsOf, type Player } from '#server/sim/player.ts'
import type { Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'
import { listDepositAddresses } from './addresses.ts'

const HASH_TAIL = 'a1b2c3'

let claims = 1

async function goodClaim(customer: Customer): Promise<Input> {
  const { address, network } = await customer.ask(depositAddress, {
    currency: 'USDT',
    network: 'TRC20',
  })
  const image = await customer.newImage()
  // The same claim twice is refused while the first waits.
  const amount = (25 + claims++ / 100).toFixed(2)
  return { sender: 'A. Sender', amount, currency: 'USDT', network, address, image, hashTail: HASH_TAIL }
}

const request = async (customer: Customer): Promise<string> =>
  (await customer.ask(requestDeposit, await goodClaim(customer))).id

/** A transaction of its own for each request, with the end that its customer has typed. */
const txReferenceOf = (id: bigint | string, hashTail: string) =>
  `${'ab12'.repeat(12)}${String(id).padStart(10, '0')}${hashTail}`

async function randomClaim({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  const { currency, network, address, minimum } = random.one(await listDepositAddresses(exchange.real))
  const image = await exchange.services.uploads.keep(customer, exchange.proof)
  const amount = `${Number(minimum) + random.below(50)}`
  const hashTail = Array.from({ length: 6 }, () => random.one([...'0123456789abcdef'])).join('')
  return { sender: 'A. Sender', currency, network, image, amount, address, hashTail }
}

/** Two operators decide on a deposit: credit, reject, or somebody does what they may not. */
async function reviewOne(player: Player): Promise<string> {
  const { exchange, random } = player
  const { rows: pending } = await sql<{ id: bigint; currency: string; claimed: bigint; hash_tail: string }>`
    select id, currency, claimed, hash_tail from deposit_request where status = 'pending'
    order by id limit 20`.execute(exchange.real)
  if (pending.length === 0) return 'nothing to review'
  const { id, currency, claimed, hash_tail } = random.one(pending)
  const reason = 'seen in the simulation'
  if (random.chance(4)) return factsOf(await exchange.operate('maker', rejectDepositRequest, { id, reason }))
  const match = {
    txReference: txReferenceOf(id, hash_tail),
    amount: formatAmount(claimed, currency),
    confirmations: '6',
  }
  const proposed = await exchange.operate('maker', proposeCredit, { id, reason, ...match })
  if (!proposed.ok) return factsOf(proposed)
  return decideTogether(player, (proposed.data as { proposal: { id: string } }).proposal.id)
}

/** A deposit by proof is credited once when approved, by two different operators, and else never. */
async function auditCredits({ db }: Services): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; status: string; credits: bigint }>`
    select d.id, d.status, c.n as credits from deposit_request d
    join lateral (
      select count(*) as n, coalesce(sum(t.amount), 0) as total
      from transfer t where t.reference = d.id and t.reason = 'deposit'
    ) c on true
    where c.n <> case when d.status = 'approved' then 1 else 0 end
      or (d.status = 'approved' and (c.total <> d.credited or d.maker = d.checker or d.maker is null))`.execute(
    db,
  )
  return rows.map(
    ({ id, status, credits }) => `request ${id} was credited as decided: ${status}, ${credits} credits`,
  )
}

export const depositTesting: ProductTesting = {
  fields: {
    ...{ address: 'somewhere', network: 'TRC20', minimum: '100', sender: 'A. Sender', hashTail: HASH_TAIL },
    txReference: txReferenceOf(0n, HASH_TAIL),
    confirmations: '6',
  },
  calls: [
    { call: requestDeposit, things: { image: 'image' } },
    { call: depositDetail, things: { id: 'deposit' } },
    { call: consoleDeposit, things: { id: 'deposit' } },
    { call: consoleDepositProof, things: { id: 'deposit' } },
    { call: proposeCredit, things: { id: 'deposit' } },
    { call: rejectDepositRequest, things: { id: 'deposit' } },
  ],
  matrix: {
    doOneOfEach: async (customer) => ({ deposit: await request(customer) }),
    effects: [{ call: requestDeposit, isGuarded: true, prepare: goodClaim }],
    proposals: [
      async (maker, customer) => {
        const id = await request(customer)
        const match = {
          ...{ txReference: txReferenceOf(id, HASH_TAIL), amount: '25' },
          ...{ confirmations: '6', reason: 'seen' },
        }
        const { proposal } = await maker.ask(proposeCredit, { id, ...match })
        return proposal!.id
      },
    ],
  },
  simulation: {
    calls: [{ name: 'deposit', weight: 6, call: requestDeposit, input: randomClaim }],
    actions: [{ name: 'review', weight: 8, act: reviewOne }],
    audit: auditCredits,
  },
}
