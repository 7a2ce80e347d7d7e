import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'otplib'
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
export const secondFactor = (operator: OperatorSecret): Promise<string> =>
  generate({ secret: operator.totpSecret })
