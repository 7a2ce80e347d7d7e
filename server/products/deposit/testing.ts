import { sql } from 'kysely'
import { bankWays } from '#domain/deposit/bank.ts'
import {
  consoleDeposit,
  consoleDepositProof,
  consoleDepositSender,
  proposeBankAccount,
  proposeCredit,
  rejectDepositRequest,
} from '#domain/deposit/console.ts'
import {
  bankAccounts,
  depositAddress,
  depositDetail,
  requestBankDeposit,
  requestDeposit,
} from '#domain/deposit/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Services } from '#server/app.ts'
import { decideTogether, factsOf, type Player } from '#server/sim/player.ts'
import type { Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'
import { listDepositAddresses } from './addresses.ts'
import { listBankAccounts } from './bank-accounts.ts'
import { publishDemoAccounts } from './seed.ts'

const HASH_TAIL = 'a1b2c3'
/** The demonstration's in US dollars. */
const FIRST_ACCOUNT = '1'

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

async function goodBankClaim(customer: Customer): Promise<Input> {
  const { items } = await customer.ask(bankAccounts, { currency: 'USD' })
  // The same claim twice is refused while the first waits.
  const amount = (75 + claims++ / 100).toFixed(2)
  return { accountId: items[0]!.id, amount, currency: 'USD', way: 'wire', remitter: 'A. Sender' }
}

/** A transaction of its own for each request, with the end that its customer has typed. */
const txReferenceOf = (id: bigint | string, hashTail: string) =>
  `${'ab12'.repeat(12)}${String(id).padStart(10, '0')}${hashTail}`

/** The bank's name of a payment, another for each request. */
const bankReferenceOf = (id: bigint | string) => `FT26001BANK${String(id).padStart(10, '0')}`

interface Waiting {
  readonly id: bigint
  readonly currency: string
  readonly claimed: bigint
  readonly hash_tail: string
  readonly way: string
}

async function randomClaim({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  const { currency, network, address, minimum } = random.one(await listDepositAddresses(exchange.real))
  const image = await exchange.services.uploads.keep(customer, exchange.proof)
  const amount = `${Number(minimum) + random.below(50)}`
  const hashTail = Array.from({ length: 6 }, () => random.one([...'0123456789abcdef'])).join('')
  return { sender: 'A. Sender', currency, network, image, amount, address, hashTail }
}

async function randomBankClaim({ exchange, random }: Player, customer: CustomerId): Promise<Input> {
  const account = random.one(await listBankAccounts(exchange.real))
  const amount = `${40 + random.below(90)}.${10 + random.below(90)}`
  const image = await exchange.services.uploads.keep(customer, exchange.proof)
  const way = random.one(bankWays)
  const said = { remitterBank: 'Banco Azul', lastDigits: '1234', image }
  const { currency } = account
  return { accountId: String(account.id), amount, currency, way, remitter: 'A. Sender', ...said }
}

/** Two operators decide on a deposit: credit, reject, or somebody does what they may not. */
async function reviewOne(player: Player): Promise<string> {
  const { exchange, random } = player
  const { rows: pending } = await sql<Waiting>`
    select id, currency, claimed, hash_tail, way from deposit_request where status = 'pending'
    order by id limit 20`.execute(exchange.real)
  if (pending.length === 0) return 'nothing to review'
  const { id, currency, claimed, hash_tail, way } = random.one(pending)
  const reason = 'seen in the simulation'
  if (random.chance(4)) return factsOf(await exchange.operate('maker', rejectDepositRequest, { id, reason }))
  const amount = formatAmount(claimed, currency)
  const match =
    way === 'proof'
      ? { txReference: txReferenceOf(id, hash_tail), amount, confirmations: '6' }
      : { txReference: bankReferenceOf(id), amount }
  const proposed = await exchange.operate('maker', proposeCredit, { id, reason, ...match })
  if (!proposed.ok) return factsOf(proposed)
  return decideTogether(player, (proposed.data as { proposal: { id: string } }).proposal.id, amount)
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
  // A demonstration of an earlier version has no accounts at banks.
  async start({ db, clock }) {
    if ((await listBankAccounts(db)).length > 0) return
    await db.transaction().execute((tx) => publishDemoAccounts(tx, clock.nowMs()))
  },
  fields: {
    ...{ address: 'somewhere', network: 'TRC20', minimum: '100', sender: 'A. Sender', hashTail: HASH_TAIL },
    txReference: txReferenceOf(0n, HASH_TAIL),
    ...{ confirmations: '6', direction: 'deposit' },
    ...{ remitter: 'A. Sender', beneficiary: 'Plumb', bankName: 'Banco Azul' },
  },
  calls: [
    { call: requestDeposit, things: { image: 'image' } },
    { call: depositDetail, things: { id: 'deposit' } },
    { call: consoleDeposit, things: { id: 'deposit' } },
    { call: consoleDepositProof, things: { id: 'deposit' } },
    {
      call: requestBankDeposit,
      // Another picture than that of the deposit by proof: one works for one request.
      things: { image: 'slip' },
      fields: { accountId: FIRST_ACCOUNT, currency: 'USD', amount: '60', way: 'wire' },
    },
    { call: consoleDepositSender, things: { id: 'bankDeposit' } },
    {
      call: proposeBankAccount,
      fields: {
        ...{ currency: 'EUR', ways: 'card,wire', iban: 'DE89370400440532013000', swiftCode: 'DEUTDEFF' },
        ...{ beneficiaryAddress: '1 Street', bankAddress: '2 Street', cutOff: '15:00', isOpen: '1' },
        ...{ minimum: '50', maximum: '9000' },
      },
    },
    { call: proposeCredit, things: { id: 'deposit' } },
    { call: rejectDepositRequest, things: { id: 'deposit' } },
  ],
  matrix: {
    async doOneOfEach(customer) {
      const bankDeposit = await customer.ask(requestBankDeposit, await goodBankClaim(customer))
      const slip = await customer.newImage()
      return { deposit: await request(customer), bankDeposit: bankDeposit.id, slip }
    },
    effects: [
      { call: requestDeposit, isGuarded: true, prepare: goodClaim },
      { call: requestBankDeposit, isGuarded: true, prepare: goodBankClaim },
    ],
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
    calls: [
      { name: 'deposit', weight: 6, call: requestDeposit, input: randomClaim },
      { name: 'deposit by bank', weight: 4, call: requestBankDeposit, input: randomBankClaim },
    ],
    hostile: [[requestBankDeposit, 'amount', 'currency']],
    actions: [{ name: 'review', weight: 8, act: reviewOne }],
    audit: auditCredits,
  },
}
