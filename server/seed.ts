import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles } from '#domain/console/roles.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Services } from './app.ts'
import { products } from './contract.ts'
import { demoAccount, ENVIRONMENT_SETTING, type Environment } from './environment.ts'

const DEMO_PAY_PASSWORD = '123456'

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

/** Fills a new demonstration: a customer, what each product brings to try, operators. */
async function seedDemo(services: Services, tx: Tx, settings: Settings): Promise<void> {
  const nowMs = services.clock.nowMs()
  const customer = await services.users.createCustomer(tx, {
    email: demoAccount.contact,
    password: demoAccount.password,
    payPassword: DEMO_PAY_PASSWORD,
    nickname: 'Demo',
    isDemo: true,
  })
  const { media, privateData } = services
  for (const { seedDemo } of products) await seedDemo?.(tx, { customer, nowMs, media, privateData })
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
