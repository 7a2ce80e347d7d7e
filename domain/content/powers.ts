import * as z from 'zod/mini'
import { roles } from '../console/roles.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

/** All that operators can do, for everybody to read: made of the calls that their console serves, so none is left out. */

const power = z.object({
  /** The call, below `/api` of the console. */
  path: z.string(),
  summary: z.string(),
  roles: z.array(z.enum(roles)),
  /** Whether it changes something, or shows it alone. */
  changes: z.boolean(),
})
export type OperatorPower = z.output<typeof power>

export const operatorPowers = endpoint({
  area: 'settings',
  method: 'GET',
  path: '/about/powers',
  access: 'public',
  summary: 'All that operators of the platform can do: every call of their console, and who may make it',
  output: z.object({ powers: z.array(power) }),
})

/** What these calls of the console let operators do, but for signing in. */
export const powersOf = (calls: readonly Endpoint[]): OperatorPower[] =>
  calls
    .filter(({ access }) => access === 'operator')
    .map(({ path, summary, roles, method }) => ({
      ...{ path, summary, roles: [...roles], changes: method !== 'GET' },
    }))

/** The last part of the path of a call that answers what another one does, as a file. */
const FILE = '/csv'

/** A power as it is listed: a call, and whether it gives a file too. */
export interface ListedPower extends OperatorPower {
  /** By which its text is known. @example 'deposit_propose' */
  readonly name: string
  readonly isFileToo: boolean
}

/** The powers as they are listed: the files of a list are not listed by themselves. */
export const listedPowers = (powers: readonly OperatorPower[]): readonly ListedPower[] =>
  powers
    .filter(({ path }) => !isFileOf(path, powers))
    .map((power) => ({
      ...power,
      name: power.path.split('/').slice(2).join('_'),
      isFileToo: powers.some(({ path }) => path === power.path + FILE),
    }))

const isFileOf = (path: string, powers: readonly OperatorPower[]): boolean =>
  path.endsWith(FILE) && powers.some((other) => other.path + FILE === path)
