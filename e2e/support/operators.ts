import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { type ArgumentsOf, type Endpoint, type OutputOf, toWire } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import type { Phone } from './browser.ts'
import type { Plumb } from './plumb.ts'

/** What an operator signs in with. */
export interface OperatorSecret {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly totpSecret: string
}

/** The demonstration's operator whose address begins so: `maker` or `checker`. */
export function operatorOf(plumb: Plumb, who: 'maker' | 'checker'): OperatorSecret {
  const all: OperatorSecret[] = JSON.parse(readFileSync(join(plumb.dataDir, 'demo-operators.json'), 'utf8'))
  return all.find(({ email }) => email.startsWith(who))!
}

/** The six digits of the second factor, now. */
export const secondFactor = (operator: OperatorSecret): string =>
  generateSync({ secret: operator.totpSecret })

/** Signs an operator in at the console, by password and second factor, and opens what waits for operators. */
export async function enterConsole(page: Page, plumb: Plumb, who: 'maker' | 'checker'): Promise<void> {
  const operator = operatorOf(plumb, who)
  // Who signs in comes to what they asked for: the dashboard is not drawn only to be left.
  await page.goto(`${plumb.consoleUrl}/#/review`)
  await page.getByLabel('Email').fill(operator.email)
  await page.getByLabel('Password').fill(operator.password)
  await page.getByLabel('Code from your authenticator').fill(secondFactor(operator))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Review', exact: true }).waitFor()
}

/** What an operator has to write at each decision. */
export const REASON = 'Your reason (written to the audit log)'

/** What stands open beside the list. */
export const panelOf = ({ page }: Phone) => page.getByRole('complementary')

/** The session that the console keeps. */
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('plumb-console')!).state.token)

/** Asks the console's API itself as whoever is signed in there; answers what it says, refused or not. */
export async function askConsole<E extends Endpoint>(
  plumb: Plumb,
  { page }: Phone,
  call: E,
  input: ArgumentsOf<E>,
): Promise<{ data: OutputOf<E>; code: number; error?: RefusalCode }> {
  const answer = await fetch(`${plumb.consoleUrl}/api${call.path}`, {
    method: call.method === 'GET' ? 'GET' : 'POST',
    headers: { authorization: await tokenOf(page), 'idempotency-key': crypto.randomUUID() },
    body: call.method === 'GET' ? null : new URLSearchParams(toWire(call, input as Record<string, unknown>)),
  })
  return (await answer.json()) as { data: OutputOf<E>; code: number; error?: RefusalCode }
}
