import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles } from '#domain/console/roles.ts'
import { parseDecimal, type Rate, type Units } from '#domain/money/amount.ts'
import { currencies, findCurrency } from '#domain/money/currencies.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { nextId } from '#server/core/ids.ts'
import {
  type AccountId,
  accountId,
  MARKET_MAKER,
  outsideAccount,
  platformAccount,
} from '#server/core/ledger/accounts.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Settings } from '#server/platform/settings.ts'
import { wallets } from '#server/products/account-kinds.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { createProduct, setProductStatus } from '#server/products/earn/products.ts'
import { walletAccounts } from '#server/products/wallet/accounts.ts'
import { publishDepositAddresses } from '#server/products/wallet/deposit-addresses.ts'
import type { Services } from './app.ts'
import { ENVIRONMENT_SETTING, type Environment } from './environment.ts'

/** The demonstration's customer, whose balances are play money. */
export const demoAccount = { contact: 'demo@plumb.test', password: 'demo1234' }
const DEMO_PAY_PASSWORD = '123456'

/** What the demo customer begins with. */
const grants: readonly [walletType: WalletType, currency: string, amount: string][] = [
  ['funding', 'USDT', '6250'],
  ['funding', 'BTC', '0.05'],
  ['spot', 'USDT', '12000'],
  ['spot', 'BTC', '0.25'],
  ['spot', 'ETH', '2.5'],
  ['contract', 'USDT', '2000'],
  ['options', 'USDT', '240'],
]

/** What the platform's market maker quotes with: enough for all its rungs, and for a busy day. */
const marketMakerFunds: Record<string, string> & { other: string } = {
  BTC: '200',
  ETH: '2000',
  other: '5000000',
}

/** Locked deposits to try: currency, days, percent a day, percent of the principal for early redemption, amounts. */
const earnProducts = [
  {
    currency: 'USDT',
    days: 7,
    daily: '0.01',
    penalty: '0.2',
    minimum: '10',
    maximum: '5000',
    cap: '2000000',
  },
  {
    currency: 'USDT',
    days: 30,
    daily: '0.014',
    penalty: '0.5',
    minimum: '10',
    maximum: '20000',
    cap: '2000000',
  },
  {
    currency: 'USDT',
    days: 90,
    daily: '0.018',
    penalty: '1',
    minimum: '10',
    maximum: '50000',
    cap: '2000000',
  },
  {
    currency: 'USDT',
    days: 365,
    daily: '0.022',
    penalty: '2',
    minimum: '10',
    maximum: '50000',
    cap: '500000',
  },
  { currency: 'BTC', days: 30, daily: '0.006', penalty: '0.5', minimum: '0.001', maximum: '2', cap: '200' },
  { currency: 'ETH', days: 60, daily: '0.01', penalty: '0.8', minimum: '0.01', maximum: '20', cap: '2000' },
] as const

/** Where the demonstration takes deposits by proof; every address is made up and says so on screen. */
const depositAddresses = [
  { currency: 'USDT', network: 'TRC20', address: 'TDemoPlumbNeverSendRealCoins1111111', minimum: '10' },
  {
    currency: 'USDT',
    network: 'ERC20',
    address: '0xDe30000000000000000000000000000000000001',
    minimum: '20',
  },
  {
    currency: 'BTC',
    network: 'Bitcoin',
    address: 'bc1qdemoplumbneversendrealcoins00000000001',
    minimum: '0.0005',
  },
  {
    currency: 'ETH',
    network: 'Ethereum',
    address: '0xDe30000000000000000000000000000000000002',
    minimum: '0.01',
  },
].map((account) => ({ ...account, isDemo: true }))

/** Two operators, because money needs two; what they sign in with is in `DATA_DIR/demo-operators.json`. */
const operators = [
  { email: 'maker@plumb.test', name: 'M. Maker' },
  { email: 'checker@plumb.test', name: 'C. Checker' },
]

/** Fills a new database: production starts empty, a demonstration with sample data. All of it or nothing is written. */
export async function seed(services: Services, kind: Environment, settings: Settings): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('system_setting')
      .values({ name: ENVIRONMENT_SETTING, value: JSON.stringify(kind) })
      .execute()
    if (kind === 'demo') await seedDemo(services, tx, settings)
  })
}

/** Fills a new demonstration: the platform's funds, a customer with play money, products to try, operators. */
async function seedDemo(services: Services, tx: Tx, settings: Settings): Promise<void> {
  const nowMs = services.clock.nowMs()
  const customer = await services.users.createCustomer(tx, {
    email: demoAccount.contact,
    password: demoAccount.password,
    payPassword: DEMO_PAY_PASSWORD,
    nickname: 'Demo',
    isDemo: true,
  })
  await post(tx, [...platformFunding(), ...grants.map((grant) => demoGrant(customer, ...grant))], nowMs)
  for (const terms of earnProducts) {
    const { currency } = terms
    const draft = {
      currency,
      termDays: terms.days,
      dailyRate: percent(terms.daily),
      penaltyRate: percent(terms.penalty),
      minimum: amountOf(terms.minimum, currency),
      maximum: amountOf(terms.maximum, currency),
      cap: amountOf(terms.cap, currency),
      tag: null,
    }
    const product = await createProduct(tx, draft, nowMs)
    await setProductStatus(tx, product.id, 'open', nowMs)
  }
  await publishDepositAddresses(tx, depositAddresses)
  const secrets = []
  for (const operator of operators) {
    const { password, totpSecret } = await services.console.createOperator(tx, {
      ...operator,
      roles: [...roles],
    })
    secrets.push({ ...operator, password, totpSecret })
  }
  writeFileSync(operatorsFile(settings), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
}

/** The file the demonstration's operators are written to, readable by the owner alone. */
export const operatorsFile = (settings: Settings) => join(settings.dataDir, 'demo-operators.json')

/** Every payment comes from somewhere: the platform brings its own funds in from outside. */
function platformFunding(): Transfer[] {
  const reference = nextId()
  return currencies.flatMap(({ code }) => [
    fromOutside(
      platformAccount(walletAccounts.treasury, code),
      code,
      '1000000',
      'treasury-funding',
      reference,
    ),
    fromOutside(platformAccount(earnAccounts.interest, code), code, '100000', 'treasury-funding', reference),
    fromOutside(
      accountId(MARKET_MAKER, wallets.spot, 'available', code),
      code,
      marketMakerFunds[code] ?? marketMakerFunds.other,
      'treasury-funding',
      reference,
    ),
  ])
}

const demoGrant = (customer: bigint, walletType: WalletType, currency: string, amount: string): Transfer =>
  fromOutside(
    accountId(customer, wallets[walletType], 'available', currency),
    currency,
    amount,
    'demo-grant',
    nextId(),
  )

const fromOutside = (
  credit: AccountId,
  currency: string,
  amount: string,
  reason: Transfer['reason'],
  reference: bigint,
): Transfer => ({
  debit: outsideAccount(currency),
  credit,
  amount: amountOf(amount, currency),
  reason,
  reference,
})

const amountOf = (text: string, currency: string) =>
  parseDecimal(text, findCurrency(currency)!.decimals)! as Units

/** '0.014' percent as a rate: RATE_ONE has twelve decimals, a percent two fewer. */
const percent = (text: string) => parseDecimal(text, 10)! as Rate
