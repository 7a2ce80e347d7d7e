import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
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

/** Signs an operator in at the console: password and second factor. */
export async function enterConsole(page: Page, plumb: Plumb, who: 'maker' | 'checker'): Promise<void> {
  const operator = operatorOf(plumb, who)
  await page.goto(plumb.consoleUrl)
  await page.getByLabel('Email').fill(operator.email)
  await page.getByLabel('Password').fill(operator.password)
  await page.getByLabel('Code from your authenticator').fill(secondFactor(operator))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Review', exact: true }).waitFor()
}
